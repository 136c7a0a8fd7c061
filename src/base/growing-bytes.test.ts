// Tests the growing buffer: what was appended stays as it was, and memory is given back when it is cleared.

import { expect, it } from 'vitest';
import { GrowingBytes } from './growing-bytes.ts';

function filled(length: number, value: number): Uint8Array {
  return new Uint8Array(length).fill(value);
}

it('holds what is appended, part by part, up to the last byte', () => {
  const bytes = new GrowingBytes(1_000_000);
  for (let i = 0; i < 10; i++) bytes.append(filled(100_000, i));
  expect(bytes.length).toBe(1_000_000);
  for (let i = 0; i < 10; i++) {
    expect(Buffer.compare(bytes.bytes.subarray(i * 100_000, (i + 1) * 100_000), filled(100_000, i))).toBe(0);
  }
});

it('begins again when it is cleared, and leaves no more than it may keep', () => {
  const bytes = new GrowingBytes(1_000_000);
  expect(bytes.bytes.length).toBe(0);
  bytes.append(filled(900_000, 1));
  bytes.clear(1000);
  expect(bytes.bytes.length).toBe(0);
  expect(bytes.view(0, 1000).buffer.byteLength).toBe(1000);
  bytes.append(Uint8Array.of(7, 8));
  expect(bytes.bytes).toEqual(Uint8Array.of(7, 8));
});

it('has room for parts that are read straight into it', () => {
  const bytes = new GrowingBytes(3_000_000);
  bytes.reserve(1_000_000);
  bytes.view(0, 3).set([1, 2, 3]);
  bytes.reserve(3_000_000);
  expect([...bytes.view(0, 4)]).toEqual([1, 2, 3, 0]);
});
