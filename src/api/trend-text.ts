// Texts about trends: the same on the page and on the terminal.

import type { Share } from '../base/intervals.ts';
import { formatCount, formatShare } from '../base/units.ts';
import type { WireTrend, WireTrendChange, WireTrends } from './wire/trends.ts';

function percent(share: number): string {
  const value = 100 * share;
  return value !== 0 && value < 10 ? value.toFixed(1) : value.toFixed(0);
}

/** "4.1 %", or empty if the total is zero. */
export function shareText({ share }: Share): string {
  return share === null ? '' : formatShare(share);
}

/** "3.2–5.3 %": the interval of the true share. */
export function intervalText({ low, high }: Share): string {
  return low === null || high === null ? '' : `${percent(low)}–${percent(high)} %`;
}

/** Complete: "4.1 % (3.2–5.3 %, 82 of 2,000)". */
export function wholeShareText(share: Share): string {
  if (share.share === null) return 'none';
  return `${shareText(share)} (${intervalText(share)}, ${formatCount(share.count)} of ${formatCount(share.of)})`;
}

/** What an increase means: more failures are worse, more recoveries are better. */
const MEANINGS = {
  failures: { more: 'worse', less: 'better' },
  recovered: { more: 'better', less: 'worse' },
  masked: { more: 'worse', less: 'better' },
  refused: { more: 'more', less: 'fewer' },
} as const;

export type ShareName = keyof typeof MEANINGS;

export const SHARE_TITLES: Readonly<Record<ShareName, string>> = {
  failures: 'Failures',
  recovered: 'Recovered',
  masked: 'Masked failures',
  refused: 'Refused',
};

/** Both ends are Mondays. */
export function spanText(span: WireTrends['recent']): string {
  if (span === null) return '';
  return span.from === span.to ? `week of ${span.from}` : `weeks of ${span.from} to ${span.to}`;
}

/** One or two words: "worse", "no difference seen", "too few to say". */
export function changeWord(name: ShareName, { direction }: WireTrendChange): string {
  if (direction === 'too-few') return 'too few to say';
  return direction === 'no-difference' ? 'no difference seen' : MEANINGS[name][direction];
}

/** The difference in percentage points with its interval: "+2.1 (0.4 to 3.8) points". */
export function changeText({ change }: WireTrendChange): string {
  if (change === null) return '';
  const points = (value: number): string => `${value < 0 ? '−' : ''}${(100 * Math.abs(value)).toFixed(1)}`;
  const sign = change.by > 0 ? '+' : '';
  return `${sign}${points(change.by)} (${points(change.low)} to ${points(change.high)}) points`;
}

/** Why there is no conclusion. */
export function whyTooFew(name: ShareName, { before, recent }: Pick<WireTrend, 'before' | 'recent'>): string {
  return tooFewText(before[name], recent[name]);
}

export function tooFewText(before: Share, recent: Share): string {
  const of = ({ count, of: all }: Share): string => `${formatCount(count)} of ${formatCount(all)}`;
  return `${of(before)}, then ${of(recent)}: too few to conclude anything from`;
}

/** The name of a group: "claude-code 2.1.295 · opus". */
export function groupName(key: WireTrend['key']): string {
  const names = Object.values(key).map((value) => value ?? 'not known');
  return names.length === 0 ? 'All calls' : names.join(' · ');
}
