// Tests that queries of agents take turns, whatever becomes of them.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { runSql } from '../../store/queries/run-sql.ts';
import { sqlRows } from './sql-rows.ts';

it('runs few queries at once', async () => {
  let [running, most, count] = [0, 0, 0];
  const run: typeof runSql = async function* () {
    most = Math.max(most, ++running);
    const number = ++count;
    await nextTurn();
    running--;
    if (number % 3 === 0) throw new Error('refused');
    yield { kind: 'columns', columns: ['n'] };
    yield { kind: 'row', cells: [number] };
    yield { kind: 'end', more: false };
  };
  const request = { path: '', sql: 'select 1', places: [], limit: 1 };
  const asked = Array.from({ length: 30 }, () => sqlRows(request, new AbortController().signal, run));
  const answers = await Promise.allSettled(asked);
  expect([count, most]).toEqual([30, 4]);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  expect(await sqlRows(request, new AbortController().signal, run)).toMatchObject({ columns: ['n'], rows: [[31]] });
});
