// Answers "how did the days go?": calls and failures of each day, in the time zone of the person who asks.

import { integer, integerOrNull } from '../../../base/row.ts';
import type { DayStats } from '../../questions/stats.ts';
import { daysOf, QUARTER_MS } from '../../rows/day-sums.ts';
import { outcomeCount } from '../../rows/stats-sum.ts';
import { ASKED_AT } from '../database/fact-times.ts';
import type { Statements } from '../database/statement.ts';
import { ask, factsWhere, isAmong } from './condition.ts';
import type { FittingCalls } from './fitting-facts.ts';
import { summed } from './summed-weeks.ts';
import { numbersOf, outcomeWords } from './words.ts';

/** Counted by the kind of outcome: there are far more outcomes than kinds. */
const KINDS = ['failures', 'expected', 'refused'] as const;

export async function dailyStats(on: Statements, fitting: FittingCalls): Promise<DayStats[]> {
  const { sums, rest } = await summed(on, fitting, ['outcome']);
  const outcomes = await outcomeWords(on);
  const kinds = KINDS.map((kind) =>
    isAmong(
      'q.outcome',
      'int4',
      numbersOf(outcomes, (word) => outcomeCount(word)[kind] > 0),
    ),
  );
  const counts = kinds.map(({ sql }, i) => `coalesce(sum(q.calls) FILTER (WHERE ${sql}), 0) AS ${KINDS[i]}`);
  const facts = factsWhere(rest);
  const rows = await ask(
    on,
    `SELECT q.quarter, sum(q.calls) AS calls, sum(q.masked) AS masked, ${counts.join(', ')} FROM (
       SELECT floor((${ASKED_AT}) / ${QUARTER_MS}) AS quarter, f.outcome, count(*) AS calls, count(f.masked) AS masked
       FROM ${facts.sql} GROUP BY 1, 2
       UNION ALL SELECT f.quarter, f.outcome, f.calls, f.masked FROM quarter_sums f WHERE ${sums.sql}) q GROUP BY 1`,
    ...kinds.flatMap(({ values }) => values),
    ...facts.values,
    ...sums.values,
  );
  return daysOf(
    rows.map((row) => [
      integerOrNull(row, 'quarter'),
      {
        calls: integer(row, 'calls'),
        masked: integer(row, 'masked'),
        failures: integer(row, 'failures'),
        expected: integer(row, 'expected'),
        refused: integer(row, 'refused'),
      },
    ]),
  );
}
