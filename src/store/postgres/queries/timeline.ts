// Answers "when did how much happen?": calls and unexpected failures in equal spans of time.

import { integer, integerOrNull } from '../../../base/row.ts';
import type { Timeline } from '../../questions/stats.ts';
import { bucketWidth, timelineOf } from '../../questions/time-buckets.ts';
import { outcomeCount } from '../../rows/stats-sum.ts';
import type { Statements } from '../database/statement.ts';
import { ASKED_AT } from './call-order.ts';
import { ask, askOne, type Condition, isAmong } from './condition.ts';
import { numbersOf, outcomeWords } from './words.ts';

export async function timeline(on: Statements, fitting: Condition, most: number): Promise<Timeline> {
  const reach = await askOne(
    on,
    `SELECT min(${ASKED_AT}) AS first, max(${ASKED_AT}) AS last, count(*) - count(${ASKED_AT}) AS undated
     FROM facts f WHERE ${fitting.sql}`,
    ...fitting.values,
  );
  const [first, last] =
    reach === undefined ? [null, null] : [integerOrNull(reach, 'first'), integerOrNull(reach, 'last')];
  const undated = reach === undefined ? 0 : integer(reach, 'undated');
  if (first === null || last === null) return timelineOf(undefined, undated);
  const bucketMs = bucketWidth(first, last, Math.max(2, most));
  const start = Math.floor(first / bucketMs);
  const count = Math.floor(last / bucketMs) - start + 1;
  const failing = isAmong(
    'f.outcome',
    'int4',
    numbersOf(await outcomeWords(on), (word) => outcomeCount(word).failures > 0),
  );
  const rows = await ask(
    on,
    `SELECT floor((${ASKED_AT}) / ?::float8) AS bucket, count(*) AS calls, count(*) FILTER (WHERE ${failing.sql}) AS failures
     FROM facts f WHERE (${ASKED_AT}) IS NOT NULL AND ${fitting.sql} GROUP BY 1`,
    bucketMs,
    ...failing.values,
    ...fitting.values,
  );
  const calls = new Uint32Array(count);
  const failures = new Uint32Array(count);
  for (const row of rows) {
    const bucket = integer(row, 'bucket') - start;
    calls[bucket] = integer(row, 'calls');
    failures[bucket] = integer(row, 'failures');
  }
  return timelineOf({ bucketMs, start, calls, failures }, undated);
}
