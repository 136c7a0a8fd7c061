// Tests the activity calendar: whole weeks up to today or the last calls, and five shades.

import { expect, it } from 'vitest';
import { calendarOf, levelOf } from './heat-days.ts';

const busy = (day: string) => ({ day, calls: 3, failures: 0 });

it('shows whole weeks up to today', () => {
  // A Tuesday.
  const { columns, last } = calendarOf([busy('2026-11-10')], '2026-11-17', 3);
  expect(last).toBe('2026-11-17');
  expect(columns).toEqual([
    ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06', '2026-11-07', '2026-11-08'],
    ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13', '2026-11-14', '2026-11-15'],
    ['2026-11-16', '2026-11-17'],
  ]);
});

it('goes back to where calls were, and not to where clocks were wrong', () => {
  expect(calendarOf([busy('2024-02-29'), busy('2199-01-01')], '2026-11-17', 4).last).toBe('2024-02-29');
  expect(calendarOf([], '2026-11-17', 4).last).toBe('2026-11-17');
});

it('has a shade for few, and one for none', () => {
  expect([0, 1, 10, 100, 1000].map((calls) => levelOf(calls, 1000))).toEqual([0, 1, 2, 3, 4]);
  expect(levelOf(1, 1)).toBe(4);
});
