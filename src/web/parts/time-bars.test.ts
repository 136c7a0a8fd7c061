// Tests the sums below a plot over time.

import { expect, it } from 'vitest';
import { sumsText } from './time-bars.tsx';

const buckets = [
  { from: 0, calls: 2, failures: 1 },
  { from: 10, calls: 3, failures: 0 },
];

it('counts calls without a time, as the tables do, and says that they are not drawn', () => {
  expect(sumsText({ bucketMs: 10, buckets, undated: 0 }, 1)).toBe('5 calls · 1 unexpected error');
  expect(sumsText({ bucketMs: 10, buckets, undated: 2 }, 2)).toBe(
    '7 calls · 2 unexpected errors · 2 calls without a time, not drawn',
  );
});
