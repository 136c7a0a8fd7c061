// Owns the question "when did how much happen?": calls and unexpected failures in equal spans of time.

import type { Database } from '../database.ts';
import { BRIEF_FLAGS } from '../index/brief-columns.ts';
import type { CallQuestion } from './call-question.ts';
import { CallScan } from './call-scan.ts';
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

interface Moments {
  /** When each call was asked for, and whether it failed unexpectedly. */
  readonly times: Float64Array;
  readonly failed: Uint8Array;
  readonly count: number;
  readonly undated: number;
  readonly first: number;
  readonly last: number;
}

function momentsOf(database: Database, question: CallQuestion): Moments {
  const scan = new CallScan(database, question);
  const at = scan.column('at');
  const flags = scan.column('flags');
  const outcome = scan.column('outcome');
  const failures = Uint8Array.from(outcomeWords(database), (word) => outcomeCount(word).failures);
  let times = new Float64Array(4096);
  let failed = new Uint8Array(4096);
  let count = 0;
  let undated = 0;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  scan.each(({ slots, count: found }) => {
    if (count + found > times.length) {
      times = grown(times, new Float64Array(2 * (count + found)));
      failed = grown(failed, new Uint8Array(2 * (count + found)));
    }
    for (let i = 0; i < found; i++) {
      const slot = slots[i] ?? 0;
      const time = at[slot] ?? Number.NaN;
      if (Number.isNaN(time) || ((flags[slot] ?? 0) & BRIEF_FLAGS.unasked) !== 0) {
        undated++;
        continue;
      }
      times[count] = time;
      failed[count] = failures[outcome[slot] ?? 0] ?? 0;
      count++;
      if (time < first) first = time;
      if (time > last) last = time;
    }
  });
  return { times, failed, count, undated, first, last };
}

function grown<List extends Float64Array | Uint8Array>(old: List, larger: List): List {
  larger.set(old);
  return larger;
}

export function timeline(database: Database, question: CallQuestion, most: number): Timeline {
  const moments = momentsOf(database, question);
  const { times, failed, undated, first, last } = moments;
  if (moments.count === 0) return { bucketMs: 0, buckets: [], undated };
  const bucketMs = bucketWidth(first, last, Math.max(2, most));
  const start = Math.floor(first / bucketMs);
  const count = Math.floor(last / bucketMs) - start + 1;
  const calls = new Uint32Array(count);
  const failures = new Uint32Array(count);
  for (let i = 0; i < moments.count; i++) {
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
