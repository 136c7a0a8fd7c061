// Tests filters as they are stored: what shrinks them loses nothing.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MIN_WORD_BITS, mayHold, packFilter } from './gram-filter.ts';
import { bitOf } from './grams.ts';

describe('a filter', () => {
  it('has the bit of every hash at any size it shrinks to, and no other bits', () => {
    const wordBits = 8;
    fc.assert(
      fc.property(
        fc.array(fc.integer(), { maxLength: 400 }),
        fc.constantFrom(512, 4096, 32_768),
        (hashes, logBytes) => {
          const words = new Int32Array(1 << wordBits);
          for (const hash of hashes) {
            const bit = bitOf(hash, wordBits);
            words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << bit);
          }
          const packed = packFilter(words, logBytes);
          const packedBits = Math.log2(packed.length / 4);
          expect(packedBits).toBeGreaterThanOrEqual(MIN_WORD_BITS);
          expect(hashes.every((hash) => mayHold(packed, 0, packedBits, hash))).toBe(true);
          const wanted = new Set(hashes.map((hash) => bitOf(hash, packedBits)));
          const set = Array.from({ length: packed.length * 8 }, (_, bit) => bit).filter(
            (bit) => (((packed[bit >>> 3] ?? 0) >>> (bit & 7)) & 1) === 1,
          );
          expect(new Set(set)).toEqual(wanted);
        },
      ),
    );
  });

  it('is as large as its block lets it be, and a block that is not full may have twice as much', () => {
    const full = (wordBits: number): Int32Array => new Int32Array(1 << wordBits).fill(-1);
    const sizes = [256, 4096, 8192, 16_384, 32_768, 65_536].map((logBytes) => packFilter(full(10), logBytes).length);
    expect(sizes).toEqual([16, 256, 512, 1024, 1024, 2048]);
  });
});
