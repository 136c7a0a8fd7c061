// Tests the scale of the waterfall: moments keep their order, silences are short, and positions map back to moments.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Spans } from './spans.ts';
import { TimeScale } from './time-scale.ts';

const spans = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 1e6 }))
    .map(([from, length]): [number, number] => [from, from + length]),
  { minLength: 1, maxLength: 40 },
);

it('keeps the order of moments, from 0 to 1', () => {
  fc.assert(
    fc.property(spans, fc.array(fc.integer({ min: 0, max: 1.1e9 }), { maxLength: 20 }), (busy, moments) => {
      const scale = TimeScale.over(Spans.of(busy), 60_000);
      const places = moments.toSorted((a, b) => a - b).map((at) => scale.place(at));
      expect(places.every((place) => place >= 0 && place <= 1)).toBe(true);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }),
  );
});

it('maps a position back to its moment', () => {
  fc.assert(
    fc.property(spans, fc.double({ min: 0, max: 1, noNaN: true }), (busy, share) => {
      const scale = TimeScale.over(Spans.of(busy), 60_000);
      const at = scale.from + share * (scale.to - scale.from);
      expect(Math.abs(scale.place(scale.at(scale.place(at))) - scale.place(at))).toBeLessThan(1e-6);
    }),
  );
});

it('maps the very end back to a single moment', () => {
  const scale = TimeScale.over(Spans.of([[16, 16]]), 60_000);
  expect(scale.place(scale.at(1))).toBe(1);
});

it('draws a long silence short', () => {
  const busy = Spans.of([
    [0, 1000],
    [10_000_000, 10_001_000],
  ]);
  const scale = TimeScale.over(busy, 60_000);
  const [gap] = scale.gaps();
  expect(gap?.from).toBe(1000);
  expect((gap?.end ?? 1) - (gap?.start ?? 0)).toBeLessThan(0.05);
  expect(scale.place(500)).toBeGreaterThan(0.2);
});

it('works without any moment', () => {
  expect(TimeScale.over(Spans.of([])).place(5)).toBe(1);
  expect(TimeScale.over(Spans.of([[7, 7]])).place(7)).toBe(0);
});

it('says that it stands for nothing where no moment is known', () => {
  expect(TimeScale.over(Spans.of([])).isEmpty).toBe(true);
  expect(TimeScale.over(Spans.of([[5, 5]])).isEmpty).toBe(false);
});
