// Tests time spans and percentiles against slow, simple implementations.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { percentile } from './percentile.ts';
import { Spans } from './spans.ts';

const list = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 30 }))
    .map(([from, ms]): [number, number] => [from, from + ms]),
  { maxLength: 30 },
);

it('cover each moment once, in any order', () => {
  fc.assert(
    fc.property(list, (spans) => {
      let moments = 0;
      for (let at = 0; at < 240; at++) if (spans.some(([from, to]) => from <= at && at < to)) moments++;
      expect(Spans.of(spans).coveredMs()).toBe(moments);
    }),
  );
});

it('are merged where at most the gap is between them', () => {
  fc.assert(
    fc.property(list, fc.integer({ min: 0, max: 20 }), (spans, gapMs) => {
      const merged = Spans.of(spans).merged(gapMs);
      merged.forEach(({ from }, i) => {
        if (i > 0) expect(from - (merged[i - 1]?.to ?? 0)).toBeGreaterThan(gapMs);
      });
      for (const [from, to] of spans) {
        expect(merged.filter((one) => one.from <= from && to <= one.to)).toHaveLength(1);
      }
    }),
  );
});

it('percentiles are those of the sorted list', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), share, share, (values, first, second) => {
      const sorted = values.toSorted((a, b) => a - b);
      const given = Float64Array.from(values);
      for (const one of [first, second]) {
        const expected = sorted[Math.max(0, Math.ceil(values.length * one) - 1)] ?? null;
        expect(percentile(given, one)).toBe(expected);
      }
    }),
  );
});
