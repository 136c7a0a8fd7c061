// Tests numbers as people read them, above all where one unit gives way to the next.

import { expect, it } from 'vitest';
import { formatBytes, formatCount, formatMs, formatShare, plural } from './units.ts';

it.each([
  [0, '0 ms'],
  [0.4, '0 ms'],
  [999, '999 ms'],
  [1000, '1.00 s'],
  [9_990, '9.99 s'],
  [10_000, '10.0 s'],
  [60_000, '1 m 00 s'],
  [3_599_000, '59 m 59 s'],
  [3_600_000, '1 h 00 m'],
  [47 * 3_600_000, '47 h 00 m'],
  [48 * 3_600_000, '2 d'],
  [1_234 * 86_400_000, '1,234 d'],
])('%d ms are %s', (ms, text) => {
  expect(formatMs(ms)).toBe(text);
});

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [9_949, '9.9 kB'],
  [9_950, '10 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [2_000_000_000_000, '2.0 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it('groups the digits of counts, and knows one from many', () => {
  expect([7, 999, 1000, 1_234_567].map(formatCount)).toEqual(['7', '999', '1,000', '1,234,567']);
  expect([0, 1, 2000].map((count) => plural(count, 'call'))).toEqual(['0 calls', '1 call', '2,000 calls']);
  expect(plural(3, 'copy', 'copies')).toBe('3 copies');
});

it.each([
  [0, '0 %'],
  [0.0009, '< 0.1 %'],
  [0.001, '0.1 %'],
  [0.0984, '9.8 %'],
  [0.116, '12 %'],
  [1, '100 %'],
])('a share of %d is %s', (share, text) => {
  expect(formatShare(share)).toBe(text);
});
