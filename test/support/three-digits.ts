// What is left of a duration when many are counted: as much as a statistic of this one alone tells.

import { SpanCounts } from '../../src/store/questions/span-counts.ts';

export function threeDigits(ms: number): number | null {
  const alone = new SpanCounts();
  alone.add(ms);
  return alone.percentile(1);
}
