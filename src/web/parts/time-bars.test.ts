// Tests a plot over time: what is drawn, and the sums below it.

import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { sumsText, TimeBars } from './time-bars.tsx';

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

it('draws failures alone on a scale of their own, and leads to them', () => {
  const timeline = { bucketMs: 10, buckets: [{ from: 0, calls: 1000, failures: 2 }, ...buckets], undated: 0 };
  const drawn = (failuresOnly: boolean): string =>
    renderToString(h(TimeBars, { timeline, filter: '', failures: 3, failuresOnly }));
  const heights = (text: string, kind: string): string[] =>
    [...text.matchAll(new RegExp(`time-bars__${kind}"[^>]* height="([\\d.]+)"`, 'g'))].map(([, height = '']) => height);
  expect(heights(drawn(false), 'failures')).toEqual(['1.5', '1.5', '0']);
  expect(heights(drawn(true), 'failures')).toEqual(['60', '30', '0']);
  expect(heights(drawn(true), 'calls')).toEqual([]);
  expect(decodeURIComponent(drawn(true))).toContain('f=is:failed since:1970');
});
