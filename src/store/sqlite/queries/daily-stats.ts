// Answers "how did the days go?": calls and failures of each day, in the time zone of the person who asks.

import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { DayStats } from '../../questions/stats.ts';
import { COLUMN_FLAGS } from '../../rows/brief.ts';
import { outcomeCount } from '../../rows/stats-sum.ts';
import { CallScan } from './call-scan.ts';
import { outcomeWords } from './interned-lists.ts';

interface Counts {
  calls: number;
  failures: number;
  expected: number;
  masked: number;
  refused: number;
}

const QUARTER_MS = 15 * 60 * 1000;

function localDay(at: number): string {
  const date = new Date(at);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function quarters(database: Database, question: CallQuestion): ReadonlyMap<number | null, Counts> {
  const scan = new CallScan(database, question);
  const at = scan.column('at');
  const flags = scan.column('flags');
  const outcome = scan.column('outcome');
  const masked = scan.column('masked');
  const outcomes = outcomeWords(database).map(outcomeCount);
  const counts = new Map<number | null, Counts>();
  const sumOf = (quarter: number | null): Counts => {
    const known = counts.get(quarter);
    if (known !== undefined) return known;
    const sum = { calls: 0, failures: 0, expected: 0, masked: 0, refused: 0 };
    counts.set(quarter, sum);
    return sum;
  };
  scan.each(({ slots, count }) => {
    for (let i = 0; i < count; i++) {
      const slot = slots[i] ?? 0;
      const time = ((flags[slot] ?? 0) & COLUMN_FLAGS.unasked) === 0 ? (at[slot] ?? Number.NaN) : Number.NaN;
      const sum = sumOf(Number.isNaN(time) ? null : Math.floor(time / QUARTER_MS));
      const one = outcomes[outcome[slot] ?? 0];
      sum.calls++;
      if (!Number.isNaN(masked[slot] ?? Number.NaN)) sum.masked++;
      if (one === undefined) continue;
      sum.failures += one.failures;
      sum.expected += one.expected;
      sum.refused += one.refused;
    }
  });
  return counts;
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
    const sum = days.get(day) ?? { calls: 0, failures: 0, expected: 0, masked: 0, refused: 0 };
    days.set(day, sum);
    sum.calls += counts.calls;
    sum.failures += counts.failures;
    sum.expected += counts.expected;
    sum.masked += counts.masked;
    sum.refused += counts.refused;
  }
  return [...days]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([day, { calls, failures, expected, masked, refused }]) => ({
      day: day === '' ? null : day,
      calls,
      failures,
      expectedFailures: expected,
      masked,
      refused,
    }));
}
