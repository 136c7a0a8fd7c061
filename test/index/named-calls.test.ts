// Tests that calls whose ids are in a filter are found by these, and when all calls have to be examined.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseFilter } from '../../src/model/filter/parse-filter.ts';
import type { Database } from '../../src/sqlite/database.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { namedCalls } from '../../src/store/sqlite/queries/named-calls.ts';
import { ClaudeLog, folderWith } from '../support/claude-log.ts';
import { EVERYTHING, indexOnce, newFolder } from './support.ts';

const ID = '11111111-2222-4333-8444-555555555555';
let database: Database;

beforeAll(async () => {
  const log = new ClaudeLog(ID);
  log.prompt('count the pears');
  for (let i = 0; i < 1100; i++) log.call(i < 3 ? `toolu_pear_${i}` : `toolu_fig_${i}`, 'Bash', { command: 'true' });
  const folder = newFolder();
  await indexOnce(folder, [folderWith({ [`${ID}.jsonl`]: log.text() })]);
  database = openIndex(folder).database;
});

afterAll(() => database.close());

it.each([
  ['call:TOOLU_pear', 3],
  ['call:toolu_pear_1,toolu_fig_1099', 2],
  ['tool:Bash (call:toolu_pear status:ok)', 3],
  ['call:nowhere', 0],
  ['call:toolu', undefined],
  ['call:toolu_pear OR tool:Bash', undefined],
  ['-call:toolu_pear', undefined],
  ['call:*pear*', undefined],
  ['tool:Bash', undefined],
])('%s names %s', (text, count) => {
  const parsed = parseFilter(text, { now: 0 });
  expect(parsed.ok && namedCalls(database, { ...EVERYTHING, filter: parsed.filter })?.length).toBe(count);
});
