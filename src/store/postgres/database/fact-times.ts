// Times of facts in SQL: when a call was asked for, its day's week, and the weeks that are summed up.

import { COLUMN_FLAGS } from '../../rows/call-numbers.ts';
import { FIRST_WEEK_MS, LAST_WEEK_MS } from './sums-schema.ts';

const DAY_MS = 86_400_000;
const DAYS_BEFORE_FIRST = 3;

/** Of rows `f`; null where only its end is known. */
export const ASKED_AT = `CASE WHEN (f.flags & ${COLUMN_FLAGS.unasked}) = 0 THEN f.at END`;

/** The week in which rows `f` were asked for, counted from the one that 1970 began in. */
export const ASKED_WEEK = `floor((floor((${ASKED_AT}) / ${DAY_MS}) + ${DAYS_BEFORE_FIRST}) / 7)`;

/** When a week begins: the first is that of 5 January 1970, a Monday. */
export function weekStart(week: number): number {
  return (7 * week - DAYS_BEFORE_FIRST) * DAY_MS;
}

/** The week whose sums a time belongs to, as `at_week` in SQL. */
export function sumWeek(at: number | null): number {
  if (at === null || !(at >= FIRST_WEEK_MS && at < LAST_WEEK_MS)) return 0;
  return Math.floor((Math.floor(at / DAY_MS) + DAYS_BEFORE_FIRST) / 7);
}

/** Weeks up to a time, with their parts. */
export function weeksTo(at: number): number {
  return (at / DAY_MS + DAYS_BEFORE_FIRST) / 7;
}
