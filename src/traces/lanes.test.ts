// Tests lanes: the first free one is taken, and nothing overlaps in any.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lanesOf } from './lanes.ts';

it('takes the first lane that is free', () => {
  const stretches = [
    { from: 0, to: 10 },
    { from: 2, to: 4 },
    { from: 3, to: 5 },
    { from: 4, to: 9 },
    { from: 10, to: 12 },
    { from: 10, to: 10 },
  ];
  expect([...lanesOf(stretches)]).toEqual([0, 1, 2, 1, 0, 0]);
  expect([...lanesOf([])]).toEqual([]);
});

it('does not care in which order they come', () => {
  expect([
    ...lanesOf([
      { from: 5, to: 6 },
      { from: 0, to: 9 },
    ]),
  ]).toEqual([1, 0]);
});

it('never lets two overlap in a lane, and uses no more lanes than overlap at once', () => {
  const stretch = fc
    .tuple(fc.nat(50), fc.integer({ min: 1, max: 20 }))
    .map(([from, length]) => ({ from, to: from + length }));
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 60 }), (stretches) => {
      const lanes = lanesOf(stretches);
      for (const [i, a] of stretches.entries()) {
        for (const [j, b] of stretches.entries()) {
          if (i < j && lanes[i] === lanes[j]) expect(a.to <= b.from || b.to <= a.from).toBe(true);
        }
      }
      const atOnce = stretches.map(({ from }) => stretches.filter((s) => s.from <= from && from < s.to).length);
      expect(Math.max(0, ...lanes) + 1).toBeLessThanOrEqual(Math.max(1, ...atOnce));
    }),
  );
});
