// Tests how much of a filter SQLite decides by itself, by columns of numbers or by SQL, and that both agree.

import { beforeAll, describe, expect, it } from 'vitest';
import { generateLibrary } from '../../bench/generate/library.ts';
import { openIndex } from '../../src/store/sqlite/open-index.ts';
import { columnFilter } from '../../src/store/sqlite/queries/column-filter.ts';
import { ColumnScan } from '../../src/store/sqlite/queries/column-scan.ts';
import { wordsOf } from '../../src/store/sqlite/queries/engine.ts';
import { filterCondition } from '../../src/store/sqlite/queries/filter-condition.ts';
import { FindCalls } from '../../src/store/sqlite/queries/find-calls.ts';
import { TOOL_FAMILIES } from '../../src/tools/traits.ts';
import { EXACT, filterOf, PARTLY } from './filters-of-every-kind.ts';
import { indexOnce, newFolder } from './support.ts';

describe('a filter', () => {
  const folder = newFolder();
  const logs = newFolder();

  beforeAll(async () => {
    generateLibrary({ dir: logs, bytes: 5e6, seed: 'filters' });
    await indexOnce(folder, [logs]);
  });

  it('decides the same over all calls and session by session', () => {
    const { database } = openIndex(folder);
    const words = wordsOf(database);
    const keys = database.query('SELECT pk FROM sessions', (row) => Number(row['pk'])).all();
    for (const text of [...EXACT, ...PARTLY]) {
      const question = { filter: filterOf(text), places: [logs], families: TOOL_FAMILIES };
      const one = keys.flatMap((session) => new FindCalls(database, words, question, { session }).keys());
      expect([text, one.sort()]).toEqual([text, new FindCalls(database, words, question).keys().sort()]);
    }
    database.close();
  });

  it('leaves nothing to decide where briefs can', () => {
    const { database } = openIndex(folder);
    const undecided = [...EXACT, ...PARTLY].filter(
      (text) => !columnFilter(filterOf(text), TOOL_FAMILIES, new ColumnScan(database)).isExact,
    );
    database.close();
    expect(undecided).toEqual([
      'turn:1',
      'call:toolu',
      'command:git',
      'program:git',
      'is:parallel status:ok',
      'is:copied',
      'error',
      '"the"',
      '/e{2}/i status:ok',
      '-command:git tool:Bash',
      'tool:Bash OR command:git',
      '-(tool:Bash command:git)',
    ]);
  });

  it('leaves nothing to decide where SQL can', () => {
    expect(EXACT.filter((text) => !filterCondition(filterOf(text), TOOL_FAMILIES).isExact)).toEqual([]);
    expect(PARTLY.filter((text) => filterCondition(filterOf(text), TOOL_FAMILIES).isExact)).toEqual([]);
  });
});
