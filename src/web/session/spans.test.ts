// Tests time spans against slow, simple implementations.

import fc from 'fast-check';
import { expect, it } from 'vitest';
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
