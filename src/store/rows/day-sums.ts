// Days, summed from counts of quarter hours: every time zone starts its days with one.

import type { DayStats } from '../questions/stats.ts';

export interface DayCounts {
  calls: number;
  failures: number;
  expected: number;
  masked: number;
  refused: number;
}

export const QUARTER_MS = 15 * 60 * 1000;

export function noCounts(): DayCounts {
  return { calls: 0, failures: 0, expected: 0, masked: 0, refused: 0 };
}

function localDay(at: number): string {
  const date = new Date(at);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The latest day first; calls without a time come last. Quarters are counted from 1970 on; `dayOf` names the day of an instant. */
export function daysOf(
  quarters: Iterable<readonly [quarter: number | null, counts: DayCounts]>,
  dayOf: (at: number) => string = localDay,
): DayStats[] {
  const days = new Map<string, DayCounts>();
  for (const [quarter, counts] of quarters) {
    const day = quarter === null ? '' : dayOf(quarter * QUARTER_MS);
    const sum = days.get(day) ?? noCounts();
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
