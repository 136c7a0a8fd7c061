// Tests the order of many calls on one line: by number, in reading, and in the index.

import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';
import { openStoreToRead } from '../../src/store/open-store.ts';
import { gathered } from '../questions/filled.ts';
import { assistantMessage, ClaudeLog, folderWith } from '../support/claude-log.ts';
import { storeIn } from '../support/engine.ts';
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
  const { questions, close } = await openStoreToRead(await storeIn(folder));
  const { calls } = await questions.content.whole({ agent: 'claude-code', id: SID });
  expect((await gathered(calls())).map(({ call }) => call.callId)).toEqual(IDS);
  await close();
  rmSync(folder, { recursive: true });
});
