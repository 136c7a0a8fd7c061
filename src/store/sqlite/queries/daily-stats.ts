// Answers "how did the days go?": calls and failures per day, in the user's time zone.

import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { DayStats } from '../../questions/stats.ts';
import { COLUMN_FLAGS } from '../../rows/call-numbers.ts';
import { type DayCounts, daysOf, noCounts, QUARTER_MS } from '../../rows/day-sums.ts';
import { outcomeCount } from '../../rows/stats-sum.ts';
import { CallScan } from './call-scan.ts';
import { outcomeWords } from './interned-lists.ts';

function quarters(database: Database, question: CallQuestion): ReadonlyMap<number | null, DayCounts> {
  const scan = new CallScan(database, question);
  const at = scan.column('at');
  const flags = scan.column('flags');
  const outcome = scan.column('outcome');
  const masked = scan.column('masked');
  const outcomes = outcomeWords(database).map(outcomeCount);
  const counts = new Map<number | null, DayCounts>();
  const sumOf = (quarter: number | null): DayCounts => {
    const known = counts.get(quarter);
    if (known !== undefined) return known;
    const sum = noCounts();
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
export function dailyStats(database: Database, question: CallQuestion, dayOf?: (at: number) => string): DayStats[] {
  return daysOf(quarters(database, question), dayOf);
}
