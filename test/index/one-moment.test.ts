// Tests that a list of calls is of one moment, whatever the process that keeps the index writes while it is told.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLibraryIndex } from '../../src/library/library-index.ts';
import { parseFilter } from '../../src/model/filter/parse-filter.ts';
import { FindCalls } from '../../src/store/sqlite/queries/find-calls.ts';
import { TOOL_FAMILIES } from '../../src/tools/traits.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { databaseOf } from '../support/sqlite-database.ts';
import { newFolder } from './support.ts';

const SESSION = '11111111-2222-4333-8444-555555555555';
const OTHER = '99999999-2222-4333-8444-555555555555';
const IDS = ['toolu_a', 'toolu_b', 'toolu_c', 'toolu_d'];

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
    const keeper = await openLibraryIndex(folder);
    await keeper.indexer?.sweep([place]);
    const reader = await openLibraryIndex(folder);
    const parsed = parseFilter(text, { now: 0 });
    if (!parsed.ok) throw new Error(text);
    const calls = new FindCalls(databaseOf(reader), {
      filter: parsed.filter,
      places: [place],
      families: TOOL_FAMILIES,
    });
    const told: string[] = [];
    for (const { call } of calls.newestFirst()) {
      if (told.push(call.callId) > 1) continue;
      writeFileSync(join(place, 'p', 'log.jsonl'), logOf(OTHER, ['toolu_e']));
      await keeper.indexer?.sweep([place]);
    }
    expect(told).toEqual(IDS.toReversed());
    expect([...calls.newestFirst()].map(({ call }) => call.callId)).toEqual(['toolu_e']);
    await reader.close();
    await keeper.close();
  },
);
