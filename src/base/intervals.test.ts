// Tests intervals of shares: against published values, and that they always hold what they are about.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeOf, directionOf, shareOf } from './intervals.ts';

describe('shares', () => {
  it('have the bounds that the literature has', () => {
    // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for (const [count, of, low, high] of [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const) {
      const share = shareOf(count, of);
      expect(share.low).toBeCloseTo(low, 4);
      expect(share.high).toBeCloseTo(high, 4);
    }
  });

  it('have differences with the bounds that the literature has', () => {
    // Newcombe 1998, method 10: 56/70 − 48/80 is 0.2 (0.0524 to 0.3339).
    const change = changeOf(shareOf(48, 80), shareOf(56, 70));
    expect(change?.by).toBeCloseTo(0.2, 4);
    expect(change?.low).toBeCloseTo(0.0524, 4);
    expect(change?.high).toBeCloseTo(0.3339, 4);
  });

  it('lie within their own interval, and within all and none', () => {
    const counts = fc.nat(2000).chain((of) => fc.tuple(fc.nat(of), fc.constant(of)));
    fc.assert(
      fc.property(counts, counts, ([count, of], [other, ofOther]) => {
        const [a, b] = [shareOf(count, of), shareOf(other, ofOther)];
        if (of === 0) {
          expect(a).toEqual({ count, of, share: null, low: null, high: null });
          return;
        }
        expect(a.low).toBeGreaterThanOrEqual(0);
        expect(a.high).toBeLessThanOrEqual(1);
        expect(a.low).toBeLessThanOrEqual(a.share ?? -1);
        expect(a.high).toBeGreaterThanOrEqual(a.share ?? 2);
        const [there, back] = [changeOf(a, b), changeOf(b, a)];
        if (there === null || back === null) return;
        expect(there.low).toBeCloseTo(-back.high, 9);
        expect(there.low).toBeLessThanOrEqual(there.by);
      }),
    );
  });

  it('say no more than the numbers do', () => {
    expect(directionOf(shareOf(10, 1000), shareOf(60, 1000))).toBe('more');
    expect(directionOf(shareOf(60, 1000), shareOf(10, 1000))).toBe('less');
    expect(directionOf(shareOf(10, 1000), shareOf(12, 1000))).toBe('no-difference');
    expect(directionOf(shareOf(0, 1000), shareOf(10, 20))).toBe('too-few');
    expect(directionOf(shareOf(0, 0), shareOf(10, 20))).toBe('too-few');
    // The intervals would allow it; three failures do not bear it.
    expect(directionOf(shareOf(65, 2772), shareOf(3, 38))).toBe('too-few');
  });
});
