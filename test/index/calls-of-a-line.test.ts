// Tests the order of many calls on one line: by number, in reading, in the index, and from page to page.

import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { assistantMessage, ClaudeLog, folderWith } from '../support/claude-log.ts';
import { type CallCursor, SessionCalls } from '../support/session-calls.ts';
import { indexOnce, LONG_AFTER, newFolder } from './support.ts';

const SID = '11111111-2222-4333-8444-555555555555';
const IDS = Array.from({ length: 13 }, (_, i) => `toolu_${i}`);

it('calls stand in the order of their blocks', async () => {
  const log = new ClaudeLog(SID);
  log.prompt('go');
  const blocks = IDS.map((id) => ({ type: 'tool_use', id, name: 'Read', input: { file_path: `/beds/${id}` } }));
  log.add('assistant', { message: assistantMessage('msg_1', blocks) });
  const logs = folderWith({ [`${SID}.jsonl`]: log.text() });
  const read: string[] = [];
  for await (const { calls } of readSessions(await discover([logs]), { now: LONG_AFTER })) {
    read.push(...calls.map(({ callId }) => callId));
  }
  expect(read).toEqual(IDS);

  const folder = newFolder();
  await indexOnce(folder, [logs]);
  const { database } = openIndex(folder);
  const questions = new SessionCalls(database);
  const paged: string[] = [];
  for (let after: CallCursor | null | undefined; after !== null; ) {
    const page = questions.page('claude-code', SID, 2, after);
    paged.push(...page.calls.map(({ callId }) => callId));
    after = page.next;
  }
  expect(paged).toEqual(IDS);
  database.close();
  rmSync(folder, { recursive: true });
});
