// Tests that a list of calls is a consistent snapshot, whatever the owner of the index writes meanwhile.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLibraryIndex } from '../../src/library/library-index.ts';
import { parseFilter } from '../../src/model/filter/parse-filter.ts';
import { TOOL_FAMILIES } from '../../src/tools/traits.ts';
import { gathered } from '../questions/filled.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { storeIn } from '../support/engine.ts';
import { newFolder } from './support.ts';

const SESSION = '11111111-2222-4333-8444-555555555555';
const OTHER = '99999999-2222-4333-8444-555555555555';
/** More than come in one batch. */
const IDS = Array.from({ length: 1200 }, (_, i) => `toolu_${i}`);
const IDS_AFTER = ['toolu_e'];

function logOf(session: string, ids: readonly string[]): string {
  const log = new ClaudeLog(session);
  for (const id of ids) {
    log.call(id, 'Bash', { command: `echo ${id}` });
    log.result(id, id);
  }
  return log.text();
}

test.each(['tool:Bash', 'echo', ''])(
  'calls that fit “%s” are told to the end while their log is replaced',
  async (text) => {
    const place = folderWith({ 'p/log.jsonl': logOf(SESSION, IDS) });
    const folder = newFolder();
    const keeper = await openLibraryIndex(await storeIn(folder));
    await keeper.indexer?.sweep([place]);
    const reader = await openLibraryIndex(await storeIn(folder));
    const parsed = parseFilter(text, { now: 0 });
    if (!parsed.ok) throw new Error(text);
    const question = { filter: parsed.filter, places: [place], families: TOOL_FAMILIES };
    const told: string[] = [];
    for await (const batch of reader.questions.calls.newest(question)) {
      const isFirst = told.length === 0;
      told.push(...batch.map(({ call }) => call.callId));
      if (!isFirst) continue;
      writeFileSync(join(place, 'p', 'log.jsonl'), logOf(OTHER, IDS_AFTER));
      await keeper.indexer?.sweep([place]);
    }
    expect(told).toEqual(IDS.toReversed());
    const after = await gathered(reader.questions.calls.newest(question));
    expect(after.map(({ call }) => call.callId)).toEqual(IDS_AFTER);
    await reader.close();
    await keeper.close();
  },
);
