// Tests counting in spans of time that become wider: against counting when all times are known.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketWidth, TimeBuckets } from './time-buckets.ts';

function plainly(times: readonly number[], most: number): { bucketMs: number; start: number; calls: number[] } {
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const bucketMs = bucketWidth(first, last, most);
  const start = Math.floor(first / bucketMs);
  const calls = Array.from({ length: Math.floor(last / bucketMs) - start + 1 }, () => 0);
  for (const time of times)
    calls[Math.floor(time / bucketMs) - start] = (calls[Math.floor(time / bucketMs) - start] ?? 0) + 1;
  return { bucketMs, start, calls };
}

const YEAR = 365 * 24 * 3_600_000;
/** Close together, and years apart, in any order. */
const anyTimes = fc
  .tuple(
    fc.integer({ min: 0, max: 2_000_000_000_000 }),
    fc.constantFrom(1_000, 60_000, 3_600_000, 30 * 86_400_000, YEAR, 60 * YEAR),
  )
  .chain(([from, reach]) => fc.array(fc.integer({ min: from, max: from + reach }), { minLength: 1, maxLength: 60 }));

describe('buckets of time', () => {
  it('are as wide as the spans that people think in', () => {
    const seconds = [9, 11, 599, 601, 3001, 6001, 18_001, 36_001].map((s) => bucketWidth(0, s * 1000, 61) / 1000);
    expect(seconds).toEqual([1, 1, 10, 60, 60, 300, 600, 1800]);
    const days = [1, 2, 7, 30, 61, 1000].map((n) => bucketWidth(0, n * 86_400_000, 61) / 3_600_000);
    expect(days).toEqual([0.5, 1, 3, 12, 168, 504]);
  });

  it('count as if all times had been known before', () => {
    fc.assert(
      fc.property(anyTimes, fc.constantFrom(2, 60, 500, 4_000), (times, most) => {
        const buckets = new TimeBuckets();
        for (const time of times) buckets.add(time, time % 3 === 0 ? 1 : 0);
        const { bucketMs, start, calls, failures } = buckets.gathered(most) ?? {};
        expect({ bucketMs, start, calls: [...(calls ?? [])] }).toEqual(plainly(times, most));
        expect(failures?.reduce((sum, n) => sum + n, 0)).toBe(times.filter((time) => time % 3 === 0).length);
      }),
    );
  });

  it('lose nothing where clocks are centuries apart', () => {
    const times = [-4_000 * YEAR, 0, 5, 100 * YEAR, 300 * YEAR, 9_000 * YEAR];
    const buckets = new TimeBuckets();
    for (const time of times) buckets.add(time, 1);
    const { calls, failures } = buckets.gathered(50) ?? {};
    expect(calls?.length).toBeLessThanOrEqual(50);
    expect([calls, failures].map((counts) => counts?.reduce((sum, n) => sum + n, 0))).toEqual([
      times.length,
      times.length,
    ]);
  });

  it('are none of nothing', () => {
    expect(new TimeBuckets().gathered(10)).toBeUndefined();
  });
});
