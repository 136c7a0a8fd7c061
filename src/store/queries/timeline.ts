// Owns the question "when did how much happen?": calls and unexpected failures in equal spans of time.

import type { Database } from '../database.ts';
import { briefCalls } from './brief-calls.ts';
import type { CallQuestion } from './find-calls.ts';

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

export function timeline(database: Database, question: CallQuestion, most: number): Timeline {
  const times: number[] = [];
  const failed: boolean[] = [];
  let undated = 0;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { requestedAt, status, blame } of briefCalls(database, question)) {
    if (requestedAt === null) {
      undated++;
      continue;
    }
    times.push(requestedAt);
    failed.push(status === 'error' && blame !== 'expected');
    first = Math.min(first, requestedAt);
    last = Math.max(last, requestedAt);
  }
  if (times.length === 0) return { bucketMs: 0, buckets: [], undated };
  const bucketMs = bucketWidth(first, last, Math.max(2, most));
  const start = Math.floor(first / bucketMs);
  const count = Math.floor(last / bucketMs) - start + 1;
  const calls = new Uint32Array(count);
  const failures = new Uint32Array(count);
  for (const [i, at] of times.entries()) {
    const bucket = Math.floor(at / bucketMs) - start;
    calls[bucket] = (calls[bucket] ?? 0) + 1;
    if (failed[i] === true) failures[bucket] = (failures[bucket] ?? 0) + 1;
  }
  const buckets = Array.from(calls, (n, i) => ({
    fromMs: (start + i) * bucketMs,
    calls: n,
    failures: failures[i] ?? 0,
  }));
  return { bucketMs, buckets, undated };
}
