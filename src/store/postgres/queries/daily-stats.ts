// Answers "how did the days go?": calls and failures of each day, in the time zone of the person who asks.

import { integer, integerOrNull } from '../../../base/row.ts';
import type { DayStats } from '../../questions/stats.ts';
import { daysOf, QUARTER_MS } from '../../rows/day-sums.ts';
import { outcomeCount } from '../../rows/stats-sum.ts';
import { ASKED_AT } from '../database/fact-times.ts';
import type { Statements } from '../database/statement.ts';
import { ask } from './condition.ts';
import type { FittingCalls } from './fitting-facts.ts';
import { summed } from './summed-weeks.ts';
import { outcomeWords } from './words.ts';

export async function dailyStats(on: Statements, fitting: FittingCalls): Promise<DayStats[]> {
  const { sums, rest } = await summed(on, fitting, ['outcome']);
  const rows = await ask(
    on,
    `SELECT floor((${ASKED_AT}) / ${QUARTER_MS}) AS quarter, f.outcome, count(*) AS calls, count(f.masked) AS masked
     FROM facts f WHERE ${rest.sql} GROUP BY 1, 2
     UNION ALL SELECT f.quarter, f.outcome, f.calls, f.masked FROM quarter_sums f WHERE ${sums.sql}`,
    ...rest.values,
    ...sums.values,
  );
  const outcomes = await outcomeWords(on);
  return daysOf(
    rows.map((row) => {
      const calls = integer(row, 'calls');
      const word = outcomes.get(integer(row, 'outcome'));
      const { failures, expected, refused } = outcomeCount(word ?? { status: '', blame: null, code: null });
      const counts = { failures: calls * failures, expected: calls * expected, refused: calls * refused };
      return [integerOrNull(row, 'quarter'), { calls, masked: integer(row, 'masked'), ...counts }] as const;
    }),
  );
}
