// Tests the ticks of a time axis.

import { expect, test } from 'vitest';
import { Spans } from './spans.ts';
import { TimeScale } from './time-scale.ts';
import { ticksOf } from './time-ticks.ts';

const MINUTE = 60_000;

test('are at round moments, evenly apart, and not where the text would not fit', () => {
  const scale = TimeScale.over(Spans.of([[17_000, 10 * MINUTE + 17_000]]));
  const ticks = ticksOf(scale, 1000, 90, 0);
  expect(ticks.map(({ at }) => at / MINUTE)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('leave out silences that are drawn short, and are never closer than asked', () => {
  const scale = TimeScale.over(
    Spans.of([
      [0, 5 * MINUTE],
      [600 * MINUTE, 605 * MINUTE],
    ]),
    MINUTE,
  );
  const ticks = ticksOf(scale, 1000, 90, 0);
  expect(ticks.every(({ at }) => at <= 5 * MINUTE || at >= 600 * MINUTE)).toBe(true);
  expect(ticks.some(({ at }) => at >= 600 * MINUTE)).toBe(true);
  for (const [i, { place }] of ticks.entries()) {
    if (i > 0) expect((place - (ticks[i - 1]?.place ?? 0)) * 1000).toBeGreaterThanOrEqual(90);
  }
});

test('are at full hours of the local clock', () => {
  const hour = 60 * MINUTE;
  const scale = TimeScale.over(Spans.of([[0, 10 * hour]]));
  const ticks = ticksOf(scale, 300, 90, 5.5 * hour);
  expect(ticks.map(({ at }) => (at + 5.5 * hour) % hour)).toEqual(ticks.map(() => 0));
});

test('of nothing are at most one', () => {
  expect(ticksOf(TimeScale.over(Spans.of([])), 1000, 90, 0).length).toBeLessThanOrEqual(2);
});
