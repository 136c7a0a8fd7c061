// Owns the question "how did the days go?": calls and failures of each day, in the time zone of whoever asks.

import type { Database } from '../database.ts';
import { integer, integerOrNull } from '../row.ts';
import { briefCalls } from './brief-calls.ts';
import { type CallQuestion, questionCondition } from './find-calls.ts';
import { coversAll } from './scope.ts';

export interface DayStats {
  /** `2026-01-31`; null for calls without a time. */
  readonly day: string | null;
  readonly calls: number;
  /** Unexpected ones. */
  readonly failures: number;
  readonly expectedFailures: number;
  /** Rejected by a person, or denied by a rule. */
  readonly refused: number;
}

interface Counts {
  calls: number;
  failures: number;
  expected: number;
  refused: number;
}

const QUARTER_MS = 15 * 60 * 1000;
const COUNTED = `count(*) AS calls, sum(c.status = 'error' AND c.blame IS NOT 'expected') AS failures,
  sum(c.status = 'error' AND c.blame IS 'expected') AS expected, sum(c.status IN ('rejected', 'denied')) AS refused`;
const SUMMED = 'sum(calls) AS calls, sum(failures) AS failures, sum(expected) AS expected, sum(refused) AS refused';

export function localDay(at: number): string {
  const date = new Date(at);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function* quarters(database: Database, question: CallQuestion): Generator<[quarter: number | null, counts: Counts]> {
  const { where, decided } = questionCondition(question, database);
  if (!decided.isExact) {
    for (const { requestedAt, status, blame } of briefCalls(database, question)) {
      const failed = status === 'error';
      yield [
        requestedAt === null ? null : Math.floor(requestedAt / QUARTER_MS),
        {
          calls: 1,
          failures: Number(failed && blame !== 'expected'),
          expected: Number(failed && blame === 'expected'),
          refused: Number(status === 'rejected' || status === 'denied'),
        },
      ];
    }
    return;
  }
  const isAll = question.filter.type === 'all' && coversAll(database, question.places);
  const rows = database.query(
    isAll
      ? `SELECT nullif(quarter, -1) AS quarter, ${SUMMED} FROM time_sums GROUP BY 1 HAVING sum(calls) > 0`
      : `SELECT CAST(c.requested_at / ${QUARTER_MS} AS INTEGER) AS quarter, ${COUNTED}
         FROM calls c CROSS JOIN sessions s ON s.pk = c.session_pk WHERE ${where.sql} GROUP BY 1`,
    (row): [number | null, Counts] => [
      integerOrNull(row, 'quarter'),
      {
        calls: integer(row, 'calls'),
        failures: integer(row, 'failures'),
        expected: integer(row, 'expected'),
        refused: integer(row, 'refused'),
      },
    ],
  );
  yield* rows.each(...(isAll ? [] : where.values));
}

/** The latest day first; calls without a time come last. `dayOf` names the day of an instant. */
export function dailyStats(
  database: Database,
  question: CallQuestion,
  dayOf: (at: number) => string = localDay,
): DayStats[] {
  const days = new Map<string, Counts>();
  for (const [quarter, counts] of quarters(database, question)) {
    const day = quarter === null ? '' : dayOf(quarter * QUARTER_MS);
    const sum = days.get(day) ?? { calls: 0, failures: 0, expected: 0, refused: 0 };
    days.set(day, sum);
    sum.calls += counts.calls;
    sum.failures += counts.failures;
    sum.expected += counts.expected;
    sum.refused += counts.refused;
  }
  return [...days]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([day, { calls, failures, expected, refused }]) => ({
      day: day === '' ? null : day,
      calls,
      failures,
      expectedFailures: expected,
      refused,
    }));
}
