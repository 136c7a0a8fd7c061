// Tests that packed columns come out as they went in, and how little room common ones take.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteWriter, packColumn, SLOTS, unpackColumn } from './packed-column.ts';

function packed(numbers: readonly (number | null)[]): Uint8Array {
  const writer = new ByteWriter();
  packColumn(
    Float64Array.from(numbers, (value) => value ?? Number.NaN),
    numbers.length,
    writer,
  );
  return writer.bytes();
}

function unpacked(bytes: Uint8Array, length: number): (number | null)[] {
  const into = new Float64Array(SLOTS).fill(-1);
  unpackColumn(bytes, 0, length, into);
  return Array.from(into.subarray(0, length), (value) => (Number.isNaN(value) ? null : value));
}

const number = fc.oneof(
  fc.nat(3),
  fc.nat(70_000),
  fc.integer({ min: 1_600_000_000_000, max: 1_900_000_000_000 }),
  fc.integer().map((whole) => whole / 1000),
  // Nothing that is counted or measured comes to minus zero.
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
);

it('gives back what it was given', () => {
  const anything = fc.oneof(
    fc.array(fc.option(number), { maxLength: SLOTS }),
    fc.array(fc.option(fc.nat(300), { freq: 1 }), { minLength: 1, maxLength: SLOTS }),
    fc.array(fc.nat(300), { minLength: SLOTS, maxLength: SLOTS }),
  );
  fc.assert(
    fc.property(anything, (numbers) => {
      expect(unpacked(packed(numbers), numbers.length)).toEqual(numbers);
    }),
  );
});

it('takes little room', () => {
  const full = (value: (i: number) => number | null): number =>
    packed(Array.from({ length: SLOTS }, (_, i) => value(i))).length;
  expect(full(() => null)).toBe(1);
  expect(full(() => 1_800_000_000_000)).toBe(11);
  expect(full((i) => 1_800_000_000_000 + i * 1000)).toBe(11 + 3 * SLOTS);
  expect(full((i) => (i % 64 === 0 ? i : null))).toBe(11 + 1 + 2 * 4);
  expect(full((i) => i / 1000)).toBe(11 + SLOTS);
  expect(full((i) => Math.sqrt(i))).toBe(1 + 8 * SLOTS);
});
