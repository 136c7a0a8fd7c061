// Time buckets, part of the contract: counts calls and failures in equal spans before the range of times is known: spans start
// narrow and become wider as needed, each a whole number of those before.

import type { Timeline } from './stats.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const MINUTES = [1, 5, 10, 30].map((n) => n * 60 * SECOND);
/** Spans that people think in, each a multiple of the one before; longer ones are whole multiples of the last. */
const WIDTHS: readonly number[] = [SECOND, 10 * SECOND, ...MINUTES, HOUR, 3 * HOUR, 12 * HOUR, DAY, 7 * DAY];

/** This many spans are counted at once; times further apart than a quarter of that make them wider. */
const ROOM = 16_384;

/** The narrowest span that makes no more than `most` buckets. */
export function bucketWidth(fromMs: number, toMs: number, most: number): number {
  const length = toMs - fromMs;
  // A span that does not start at a bucket's edge touches one bucket more.
  const fits = (width: number): boolean => length / width + 1 <= most;
  const widest = WIDTHS.at(-1) ?? DAY;
  return WIDTHS.find(fits) ?? widest * Math.ceil(length / (widest * Math.max(1, most - 1)));
}

export interface Buckets {
  readonly bucketMs: number;
  /** The number of the first one: it starts that many widths after the epoch. */
  readonly start: number;
  readonly calls: Uint32Array;
  readonly failures: Uint32Array;
}

export function timelineOf(counted: Buckets | undefined, undated: number): Timeline {
  if (counted === undefined) return { bucketMs: 0, buckets: [], undated };
  const { bucketMs, start, calls, failures } = counted;
  const buckets = Array.from(calls, (n, i) => ({
    fromMs: (start + i) * bucketMs,
    calls: n,
    failures: failures[i] ?? 0,
  }));
  return { bucketMs, buckets, undated };
}

export class TimeBuckets {
  #width = SECOND;
  #start = 0;
  #calls: Uint32Array = new Uint32Array(ROOM);
  #failures: Uint32Array = new Uint32Array(ROOM);
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  add(time: number, failures: number): void {
    if (time < this.#first) this.#first = time;
    if (time > this.#last) this.#last = time;
    let bucket = Math.floor(time / this.#width) - this.#start;
    if (!(bucket >= 0 && bucket < ROOM)) {
      this.#cover();
      bucket = Math.floor(time / this.#width) - this.#start;
    }
    this.#calls[bucket] = (this.#calls[bucket] ?? 0) + 1;
    this.#failures[bucket] = (this.#failures[bucket] ?? 0) + failures;
  }

  /** No more than `most`, from the first to the last; undefined when nothing was counted. */
  gathered(most: number): Buckets | undefined {
    if (this.#first > this.#last) return undefined;
    // If times are more than a lifetime apart, or more buckets are requested than were kept apart, they are somewhat wider.
    const bucketMs = Math.ceil(bucketWidth(this.#first, this.#last, most) / this.#width) * this.#width;
    const start = Math.floor(this.#first / bucketMs);
    const count = Math.floor(this.#last / bucketMs) - start + 1;
    return { bucketMs, start, ...this.#counted(bucketMs, start, count) };
  }

  /** Makes room for all times so far, with as much again before and after them. */
  #cover(): void {
    const width = bucketWidth(this.#first, this.#last, ROOM / 4);
    const wider = Math.ceil(width / this.#width) * this.#width;
    const start = Math.floor(this.#first / wider) - ROOM / 4;
    const { calls, failures } = this.#counted(wider, start, ROOM);
    this.#width = wider;
    this.#start = start;
    this.#calls = calls;
    this.#failures = failures;
  }

  /** What was counted, in wider spans. */
  #counted(
    width: number,
    start: number,
    count: number,
  ): { readonly calls: Uint32Array; readonly failures: Uint32Array } {
    const calls = new Uint32Array(count);
    const failures = new Uint32Array(count);
    const joined = width / this.#width;
    for (let i = 0; i < ROOM; i++) {
      const counted = this.#calls[i] ?? 0;
      if (counted === 0) continue;
      const bucket = Math.floor((this.#start + i) / joined) - start;
      calls[bucket] = (calls[bucket] ?? 0) + counted;
      failures[bucket] = (failures[bucket] ?? 0) + (this.#failures[i] ?? 0);
    }
    return { calls, failures };
  }
}
