// Tests that queries of agents take turns, whether they succeed or fail.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { SqlAnswer } from '../../store/questions/sql.ts';
import { sqlRows } from './sql-rows.ts';

it('runs few queries at once', async () => {
  let [running, most, count] = [0, 0, 0];
  async function* run(): AsyncGenerator<SqlAnswer> {
    most = Math.max(most, ++running);
    const number = ++count;
    await nextTurn();
    running--;
    if (number % 3 === 0) throw new Error('refused');
    yield { kind: 'columns', columns: ['n'] };
    yield { kind: 'row', cells: [number] };
    yield { kind: 'end', more: false };
  }
  const answers = await Promise.allSettled(Array.from({ length: 30 }, () => sqlRows(run())));
  expect([count, most]).toEqual([30, 4]);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  expect(await sqlRows(run())).toMatchObject({ columns: ['n'], rows: [[31]] });
});
