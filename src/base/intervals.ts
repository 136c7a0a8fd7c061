// How certain a share is: Wilson's interval for one, Newcombe's for the difference of two. For counts that are samples: the fewer, the
// wider.

/** For 95 of 100 samples the interval contains the true share. */
const Z = 1.959964;

export interface Share {
  readonly count: number;
  readonly of: number;
  /** Null, like its bounds, if the total is zero. */
  readonly share: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export function shareOf(count: number, of: number): Share {
  if (of <= 0) return { count, of, share: null, low: null, high: null };
  const p = count / of;
  const z2 = Z * Z;
  const middle = (p + z2 / (2 * of)) / (1 + z2 / of);
  const reach = (Z * Math.sqrt((p * (1 - p)) / of + z2 / (4 * of * of))) / (1 + z2 / of);
  // Rounding must not move a share of none, or of all, out of its own interval.
  return {
    count,
    of,
    share: p,
    low: Math.max(0, Math.min(p, middle - reach)),
    high: Math.min(1, Math.max(p, middle + reach)),
  };
}

/** By how much the second share is larger: null if one of them has no total. */
export interface ShareChange {
  readonly by: number;
  readonly low: number;
  readonly high: number;
}

export function changeOf(before: Share, after: Share): ShareChange | null {
  const [{ share: p, low: l, high: u }, { share: q, low: m, high: v }] = [before, after];
  if (p === null || l === null || u === null || q === null || m === null || v === null) return null;
  const by = q - p;
  return { by, low: by - Math.hypot(q - m, u - p), high: by + Math.hypot(v - q, p - l) };
}

/** With fewer on either side there is no conclusion. */
export const LEAST_FOR_CHANGE = 30;
/** This many are expected on the smaller side, if both were equal, before a difference is trusted (Cochran's rule). */
const LEAST_EXPECTED = 5;

function expectedOnSmaller(before: Share, after: Share): number {
  const pooled = (before.count + after.count) / (before.of + after.of);
  return Math.min(pooled, 1 - pooled) * Math.min(before.of, after.of);
}

/** `no-difference`: none that these numbers show. */
export type Direction = 'more' | 'less' | 'no-difference' | 'too-few';

export function directionOf(before: Share, after: Share): Direction {
  const change = changeOf(before, after);
  if (change === null || before.of < LEAST_FOR_CHANGE || after.of < LEAST_FOR_CHANGE) return 'too-few';
  if (change.low <= 0 && change.high >= 0) return 'no-difference';
  if (expectedOnSmaller(before, after) < LEAST_EXPECTED) return 'too-few';
  return change.low > 0 ? 'more' : 'less';
}
