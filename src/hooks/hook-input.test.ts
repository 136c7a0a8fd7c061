// Tests that hook input is kept whole when it is short, and by its ends when it is long or memory is scarce.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { END_BYTES, InputBudget, InputCollector, PARSE_LIMIT } from './hook-input.ts';

it('keeps the same of words in pieces of any size', () => {
  const lengths = fc.array(fc.oneof(fc.nat(300), fc.integer({ min: 50_000, max: 700_000 })), { maxLength: 12 });
  fc.assert(
    fc.property(lengths, (pieces) => {
      const all = Buffer.alloc(
        pieces.reduce((a, b) => a + b, 0),
        'words that do not repeat at a power of two ',
      );
      const collector = new InputCollector();
      let at = 0;
      for (const length of pieces) {
        collector.add(all.subarray(at, at + length));
        at += length;
      }
      const { head, tail, bytes } = collector.words();
      expect(bytes).toBe(all.length);
      const isLong = all.length > PARSE_LIMIT;
      expect(tail === null).toBe(!isLong);
      expect(all.subarray(0, isLong ? END_BYTES : undefined).equals(head)).toBe(true);
      expect(tail === null || all.subarray(-END_BYTES).equals(tail)).toBe(true);
    }),
    { numRuns: 40 },
  );
});

it('holds no more than the budget, gives it back, and never cuts what is short', () => {
  const budget = new InputBudget(500_000);
  const first = new InputCollector(budget);
  const second = new InputCollector(budget);
  const third = new InputCollector(budget);
  first.add(Buffer.alloc(400_000, 1));
  second.add(Buffer.alloc(100_000, 2));
  second.add(Buffer.alloc(90_000, 2));
  second.add(Buffer.alloc(100_000, 3));
  third.add(Buffer.alloc(2 * END_BYTES, 4));
  expect(first.words().tail).toBeNull();
  expect(second.words()).toMatchObject({ bytes: 290_000, tail: Buffer.alloc(END_BYTES, 3) });
  expect(third.words().tail).toBeNull();
  for (const collector of [first, second, third]) collector.close();
  expect(budget.left).toBe(500_000);
});
