// Tests the alignment of two sequences: complete, in order, the same from both sides, the longest where it is short.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Aligned, align } from './align.ts';

const few = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 40 });
/** Longer than a table is made for, alike and not. */
const long = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.array(fc.nat(60), { minLength: 600, maxLength: 900 }))
  .map(([kinds, numbers]) => numbers.map((n) => `key ${n % kinds}`));

function mirrored(pairs: readonly Aligned[]): string[] {
  return pairs.map(([a, b]) => JSON.stringify([b, a])).sort();
}

function lengthOfLongest(a: readonly string[], b: readonly string[]): number {
  let row = b.map(() => 0);
  for (const key of a) {
    let [last, before] = [0, 0];
    row = b.map((other, j) => {
      const above = row[j] ?? 0;
      last = key === other ? before + 1 : Math.max(above, last);
      before = above;
      return last;
    });
  }
  return row.at(-1) ?? 0;
}

function checked(a: readonly string[], b: readonly string[]): readonly Aligned[] {
  const pairs = align(a, b);
  expect(pairs.flatMap(([i]) => i ?? [])).toEqual(a.map((_, i) => i));
  expect(pairs.flatMap(([, j]) => j ?? [])).toEqual(b.map((_, j) => j));
  for (const [i, j] of pairs) if (i !== null && j !== null) expect(a[i]).toBe(b[j]);
  expect(mirrored(align(b, a))).toEqual(pairs.map((pair) => JSON.stringify(pair)).sort());
  return pairs;
}

function shared(pairs: readonly Aligned[]): number {
  return pairs.filter(([i, j]) => i !== null && j !== null).length;
}

describe('aligned sequences', () => {
  it('hold every place once, in order, whichever comes first, and share as much as they can', () => {
    fc.assert(
      fc.property(few, few, (a, b) => {
        expect(shared(checked(a, b))).toBe(lengthOfLongest(a, b));
      }),
    );
  });

  it('do so when they are long', () => {
    fc.assert(
      fc.property(long, long, (a, b) => {
        checked(a, b);
      }),
      { numRuns: 10 },
    );
  });

  it('find what was put in, left out and done in another order', () => {
    expect(align(['read', 'edit', 'test'], ['read', 'test', 'edit', 'test'])).toEqual([
      [0, 0],
      [null, 1],
      [1, 2],
      [2, 3],
    ]);
    expect(align([], ['x'])).toEqual([[null, 0]]);
    expect(align([], [])).toEqual([]);
  });

  it('share nearly everything of ten thousand with a few changes, and nothing of strangers', () => {
    const a = Array.from({ length: 10_000 }, (_, i) => `call ${i % 700} ${i % 13}`);
    const b = a.flatMap((key, i) => (i % 500 === 7 ? [] : i % 400 === 3 ? [key, 'more'] : [key]));
    expect(shared(checked(a, b))).toBeGreaterThan(9_800);
    const others = a.map((key) => `other ${key}`);
    expect(shared(align(a, others))).toBe(0);
    const turned = a.toReversed();
    checked(a, turned);
    // Alike and nothing else: two keys over and over, out of step.
    const flips = Array.from({ length: 10_000 }, (_, i) => `${(i * i) % 7 > 2}`);
    const flops = Array.from({ length: 10_000 }, (_, i) => `${(i * i * i) % 5 > 1}`);
    expect(shared(checked(flips, flops))).toBeGreaterThan(3_000);
  });
});
