// Tests the check that work ends: an endless pattern is stopped, and results and errors are passed on.

import { expect, test } from 'vitest';
import { mustEnd } from './must-end.ts';

test('answers and errors come through', () => {
  expect(mustEnd(() => [1])).toEqual([1]);
  expect(mustEnd(() => undefined)).toBeUndefined();
  expect(() =>
    mustEnd(() => {
      throw new RangeError('odd');
    }),
  ).toThrow(new RangeError('odd'));
});

test('a pattern that grows with the square of its text is stopped', () => {
  expect(() => mustEnd(() => /\s+$/.test(`${' '.repeat(2_000_000)}x`), 200)).toThrow('timed out');
});
