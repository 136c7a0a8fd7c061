// Measures of a trend: shares, each with its interval, and plain totals.

import { usdText } from '../../api/insight-text.ts';
import { intervalText, SHARE_TITLES, shareText, wholeShareText } from '../../api/trend-text.ts';
import type { WireTrendSums } from '../../api/wire/trends.ts';
import { formatCount, formatMs } from '../../base/units.ts';

export const MEASURES = ['failures', 'masked', 'recovered', 'refused', 'calls', 'waiting', 'cost'] as const;
export type Measure = (typeof MEASURES)[number];

export const MEASURE_TITLES: Readonly<Record<Measure, string>> = {
  ...SHARE_TITLES,
  calls: 'Calls',
  waiting: 'Waiting for a person',
  cost: 'Cost',
};

export interface Measured {
  /** Null where there is nothing to measure. */
  readonly value: number | null;
  /** The 95 % interval; null for totals, which are exact. */
  readonly low: number | null;
  readonly high: number | null;
  readonly text: string;
  readonly range: string;
  /** With everything it is based on. */
  readonly whole: string;
}

function sum(value: number | null, text: string): Measured {
  return { value, low: null, high: null, text, range: '', whole: text };
}

export function measured(sums: WireTrendSums, measure: Measure): Measured {
  switch (measure) {
    case 'calls':
      return sum(sums.calls, formatCount(sums.calls));
    case 'waiting':
      return sums.waits === 0 ? sum(null, '') : sum(sums.waitMs, formatMs(sums.waitMs));
    case 'cost':
      return sum(sums.usd, sums.usd === null ? '' : usdText(sums.usd));
    default: {
      const share = sums[measure];
      const texts = { text: shareText(share), range: intervalText(share), whole: wholeShareText(share) };
      return { value: share.share, low: share.low, high: share.high, ...texts };
    }
  }
}
