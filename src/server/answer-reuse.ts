// How long an answer is given again before the next one is computed.

/** An answer is reused for this many times as long as it took: a page that changes every second is not computed each time. */
const WORTH_KEEPING = 4;
const CHEAP_MS = 100;
/** Filters may refer to the present, so that an answer is out of date even if nothing changed. */
const PRESENT_MS = 1000;

interface PastAnswer {
  /** The last change before it was computed. */
  readonly seq: number;
  /** Undefined while it is being computed. */
  readonly ageMs: number | undefined;
  readonly tookMs: number;
}

/** `freshInMs`: when the next one can be had, if something has changed since; 0 if nothing has. Null: compute it. */
export function reuseOf({ seq, ageMs, tookMs }: PastAnswer, lastSeq: number): { readonly freshInMs: number } | null {
  const isCurrent = seq === lastSeq;
  if (ageMs === undefined) return isCurrent ? { freshInMs: 0 } : null;
  const leftMs = tookMs >= CHEAP_MS ? tookMs * WORTH_KEEPING - ageMs : 0;
  if (leftMs > 0) return { freshInMs: isCurrent ? 0 : Math.ceil(leftMs) };
  return isCurrent && ageMs <= PRESENT_MS ? { freshInMs: 0 } : null;
}
