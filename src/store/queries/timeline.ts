// Owns the question "when did how much happen?": calls and unexpected failures in equal spans of time.

import type { Database } from '../database.ts';
import { integer, integerOrNull } from '../row.ts';
import { briefCalls } from './brief-calls.ts';
import { type CallQuestion, questionCondition } from './find-calls.ts';
import { coversAll } from './scope.ts';

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

/** How many calls a moment had. */
interface Moment {
  readonly at: number;
  readonly calls: number;
  readonly failures: number;
}

/** Spans that the sums of the index can tell. */
const QUARTER = 15 * 60 * SECOND;

class Moments {
  readonly list: Moment[] = [];
  undated = 0;
  first = Number.POSITIVE_INFINITY;
  last = Number.NEGATIVE_INFINITY;

  add(at: number | null, calls: number, failures: number): void {
    if (at === null) {
      this.undated += calls;
      return;
    }
    this.list.push({ at, calls, failures });
    this.first = Math.min(this.first, at);
    this.last = Math.max(this.last, at);
  }
}

/** Quarters of an hour, for a question about everything over a time that is long enough. Undefined where it is not. */
function fromSums(database: Database, most: number): Moments | undefined {
  const moments = new Moments();
  const rows = database.query(
    `SELECT quarter, sum(calls) AS calls, sum(failures) AS failures FROM time_sums GROUP BY quarter HAVING sum(calls) > 0`,
    (row) => [integer(row, 'quarter'), integer(row, 'calls'), integer(row, 'failures')] as const,
  );
  for (const [quarter, calls, failures] of rows.each()) {
    moments.add(quarter === -1 ? null : quarter * QUARTER, calls, failures);
  }
  return bucketWidth(moments.first, moments.last + QUARTER, most) % QUARTER === 0 ? moments : undefined;
}

function fromCalls(database: Database, question: CallQuestion): Moments {
  const moments = new Moments();
  const { where, decided } = questionCondition(question, database);
  if (!decided.isExact) {
    for (const { requestedAt, status, blame } of briefCalls(database, question)) {
      moments.add(requestedAt, 1, Number(status === 'error' && blame !== 'expected'));
    }
    return moments;
  }
  const rows = database.query(
    // The plus keeps the planner from walking through all of time for the sake of the groups.
    `SELECT +c.requested_at AS requested_at, count(*) AS calls, sum(c.status = 'error' AND c.blame IS NOT 'expected') AS failures
     FROM calls c CROSS JOIN sessions s ON s.pk = c.session_pk WHERE ${where.sql} GROUP BY 1`,
    (row) => [integerOrNull(row, 'requested_at'), integer(row, 'calls'), integer(row, 'failures')] as const,
  );
  for (const [at, calls, failures] of rows.each(...where.values)) moments.add(at, calls, failures);
  return moments;
}

export function timeline(database: Database, question: CallQuestion, most: number): Timeline {
  const least = Math.max(2, most);
  const isAll = question.filter.type === 'all' && coversAll(database, question.places);
  const moments = (isAll ? fromSums(database, least) : undefined) ?? fromCalls(database, question);
  const { list, undated, first, last } = moments;
  if (list.length === 0) return { bucketMs: 0, buckets: [], undated };
  const bucketMs = bucketWidth(first, last, least);
  const start = Math.floor(first / bucketMs);
  const count = Math.floor(last / bucketMs) - start + 1;
  const calls = new Uint32Array(count);
  const failures = new Uint32Array(count);
  for (const moment of list) {
    const bucket = Math.floor(moment.at / bucketMs) - start;
    calls[bucket] = (calls[bucket] ?? 0) + moment.calls;
    failures[bucket] = (failures[bucket] ?? 0) + moment.failures;
  }
  const buckets = Array.from(calls, (n, i) => ({
    fromMs: (start + i) * bucketMs,
    calls: n,
    failures: failures[i] ?? 0,
  }));
  return { bucketMs, buckets, undated };
}
