// The days of the activity calendar: which weeks it shows, and the shade of each day.

import { DAY_MS } from '../../base/time.ts';

export interface HeatDay {
  /** `2026-01-31` */
  readonly day: string;
  readonly calls: number;
  readonly failures: number;
}

function nameOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Weeks as columns, Monday to Sunday, up to the last day with calls or today; later days are left out. */
export function calendarOf(
  days: readonly HeatDay[],
  today: string,
  weeks: number,
): { readonly columns: readonly (readonly string[])[]; readonly last: string } {
  let newest = '';
  for (const { day } of days) if (day <= today && day > newest) newest = day;
  // Old logs are shown at their own dates: a year without calls says nothing.
  const isLong = newest !== '' && Date.parse(today) - Date.parse(newest) > (weeks - 1) * 7 * DAY_MS;
  const last = isLong ? newest : today;
  const end = Date.parse(last);
  const sinceMonday = (new Date(end).getUTCDay() + 6) % 7;
  const monday = end - sinceMonday * DAY_MS;
  const columns = Array.from({ length: weeks }, (_, i) => {
    const first = monday - (weeks - 1 - i) * 7 * DAY_MS;
    return Array.from({ length: 7 }, (__, row) => first + row * DAY_MS)
      .filter((ms) => ms <= end)
      .map(nameOf);
  });
  return { columns, last };
}

/** From 0 for none to 4 for the most; a day with a tenth of the calls is still visible. */
export function levelOf(calls: number, most: number): number {
  if (calls <= 0) return 0;
  return Math.max(1, Math.min(4, Math.ceil((4 * Math.log1p(calls)) / Math.log1p(Math.max(1, most)))));
}
