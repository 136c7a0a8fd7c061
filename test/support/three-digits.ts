// A duration rounded as in statistics over many calls.

import { SpanCounts } from '../../src/store/questions/span-counts.ts';

export function threeDigits(ms: number): number | null {
  const alone = new SpanCounts();
  alone.add(ms);
  return alone.percentile(1);
}
