// Tests rate limiting: a burst, then as many as have been refilled.

import { expect, test } from 'vitest';
import { RateLimit } from './rate-limit.ts';

test('a burst, then as many as time brings', () => {
  const limit = new RateLimit({ burst: 3, perSecond: 0.5 });
  const takes = (...times: number[]): number[] => times.map((ms) => limit.take('call', ms));
  expect(takes(0, 0, 0, 0)).toEqual([0, 0, 0, 2]);
  // Refused attempts cost nothing: the next one is still due after two seconds.
  expect(takes(1000, 1999, 2000, 2000)).toEqual([1, 1, 0, 2]);
  // At most one burst is saved up.
  expect(takes(3_600_000, 3_600_000, 3_600_000, 3_600_000)).toEqual([0, 0, 0, 2]);
  // A clock that is set back changes nothing.
  expect(takes(0, 2000)).toEqual([2, 0]);
});

test('each key has a bucket of its own, also when there are very many', () => {
  const limit = new RateLimit({ burst: 1, perSecond: 1 });
  expect([limit.take('a', 0), limit.take('b', 0), limit.take('a', 0)]).toEqual([0, 0, 1]);
  for (let i = 0; i < 20_000; i++) expect(limit.take(i, 5)).toBe(0);
  // The newest are remembered.
  expect(limit.take(19_999, 5)).toBe(1);
});
