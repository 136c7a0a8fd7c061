// Times in tables: local, short, and empty for dates that cannot be shown.

import { formatInstant } from '../base/time.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/** The local day: 2026-01-31. */
export function dayText(at: number | null): string {
  if (at === null || formatInstant(at) === null) return '';
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** To the minute: 2026-01-31 09:05. */
export function minuteText(at: number | null): string {
  const day = dayText(at);
  if (at === null || day === '') return '';
  const date = new Date(at);
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** To the second, without the year: 01-31 09:05:59. */
export function secondText(at: number | null): string {
  const day = dayText(at);
  return at === null || day === '' ? '' : `${day.slice(5)} ${new Date(at).toTimeString().slice(0, 8)}`;
}
