// Owns the question "when did how much happen?": calls and unexpected failures in equal spans of time.

import type { Database } from '../database.ts';
import { BRIEF_FLAGS } from '../index/brief-columns.ts';
import type { CallQuestion } from './call-question.ts';
import { CallScan, type FittingSlots } from './call-scan.ts';
import { outcomeCount } from './stats-sum.ts';
import { outcomeWords } from './word-list.ts';

export interface TimelineBucket {
  readonly fromMs: number;
  readonly calls: number;
  readonly failures: number;
}

export interface Timeline {
  readonly bucketMs: number;
  /** From the first to the last, empty ones included. */
  readonly buckets: readonly TimelineBucket[];
  /** Calls whose time is not known. */
  readonly undated: number;
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const MINUTES = [1, 5, 10, 30].map((n) => n * 60 * SECOND);
/** Spans that people think in; longer ones are whole multiples of the last. */
const WIDTHS: readonly number[] = [SECOND, 10 * SECOND, ...MINUTES, HOUR, 3 * HOUR, 12 * HOUR, DAY, 7 * DAY];

/** The narrowest span that makes no more than `most` buckets. */
export function bucketWidth(fromMs: number, toMs: number, most: number): number {
  const length = toMs - fromMs;
  // A span that does not start at a bucket's edge touches one bucket more.
  const fits = (width: number): boolean => length / width + 1 <= most;
  const widest = WIDTHS.at(-1) ?? DAY;
  return WIDTHS.find(fits) ?? widest * Math.ceil(length / (widest * Math.max(1, most - 1)));
}

/** Gathers when calls happened, on a walk that others may share. */
export class TimeCounter {
  readonly #at: Float64Array;
  readonly #flags: Float64Array;
  readonly #outcome: Float64Array;
  readonly #failures: Uint8Array;
  /** When each call was asked for, and whether it failed unexpectedly. */
  #times = new Float64Array(4096);
  #failed = new Uint8Array(4096);
  #count = 0;
  #undated = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  constructor(database: Database, scan: CallScan) {
    this.#at = scan.column('at');
    this.#flags = scan.column('flags');
    this.#outcome = scan.column('outcome');
    this.#failures = Uint8Array.from(outcomeWords(database), (word) => outcomeCount(word).failures);
  }

  visit({ slots, count }: FittingSlots): void {
    this.#makeRoom(count);
    const [times, failed, at, flags, outcome] = [this.#times, this.#failed, this.#at, this.#flags, this.#outcome];
    let total = this.#count;
    let first = this.#first;
    let last = this.#last;
    for (let i = 0; i < count; i++) {
      const slot = slots[i] ?? 0;
      const time = at[slot] ?? Number.NaN;
      if (Number.isNaN(time) || ((flags[slot] ?? 0) & BRIEF_FLAGS.unasked) !== 0) {
        this.#undated++;
        continue;
      }
      times[total] = time;
      failed[total] = this.#failures[outcome[slot] ?? 0] ?? 0;
      total++;
      if (time < first) first = time;
      if (time > last) last = time;
    }
    this.#count = total;
    this.#first = first;
    this.#last = last;
  }

  timeline(most: number): Timeline {
    const [times, failed, undated] = [this.#times, this.#failed, this.#undated];
    if (this.#count === 0) return { bucketMs: 0, buckets: [], undated };
    const bucketMs = bucketWidth(this.#first, this.#last, Math.max(2, most));
    const start = Math.floor(this.#first / bucketMs);
    const count = Math.floor(this.#last / bucketMs) - start + 1;
    const calls = new Uint32Array(count);
    const failures = new Uint32Array(count);
    for (let i = 0; i < this.#count; i++) {
      const bucket = Math.floor((times[i] ?? 0) / bucketMs) - start;
      calls[bucket] = (calls[bucket] ?? 0) + 1;
      failures[bucket] = (failures[bucket] ?? 0) + (failed[i] ?? 0);
    }
    const buckets = Array.from(calls, (n, i) => ({
      fromMs: (start + i) * bucketMs,
      calls: n,
      failures: failures[i] ?? 0,
    }));
    return { bucketMs, buckets, undated };
  }

  #makeRoom(more: number): void {
    const wanted = this.#count + more;
    if (wanted <= this.#times.length) return;
    this.#times = grown(this.#times, new Float64Array(2 * wanted));
    this.#failed = grown(this.#failed, new Uint8Array(2 * wanted));
  }
}

function grown<List extends Float64Array | Uint8Array>(old: List, larger: List): List {
  larger.set(old);
  return larger;
}

export function timeline(database: Database, question: CallQuestion, most: number): Timeline {
  const scan = new CallScan(database, question);
  const counter = new TimeCounter(database, scan);
  scan.each((fitting) => counter.visit(fitting));
  return counter.timeline(most);
}
