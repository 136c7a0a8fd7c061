// Answers "when did how much happen?": calls and unexpected failures in equal spans of time.

import { integer, integerOrNull } from '../../../base/row.ts';
import type { Timeline } from '../../questions/stats.ts';
import { bucketWidth, timelineOf } from '../../questions/time-buckets.ts';
import { outcomeCount } from '../../rows/stats-sum.ts';
import { condition, NEVER } from '../../sql/condition.ts';
import { ASKED_AT } from '../database/fact-times.ts';
import type { Given, Statements } from '../database/statement.ts';
import { ask, askOne, factsWhere, isAmong, joinConditions } from './condition.ts';
import type { FittingCalls } from './fitting-facts.ts';
import { type Summed, summed } from './summed-weeks.ts';
import { numbersOf, outcomeWords } from './words.ts';

const DAY_MS = 86_400_000;

interface Reach {
  readonly first: number | null;
  readonly last: number | null;
  readonly undated: number;
}

function least(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

function most(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

async function reachOf(on: Statements, sql: string, values: readonly Given[]): Promise<Reach> {
  const row = await askOne(on, sql, ...values);
  if (row === undefined) return { first: null, last: null, undated: 0 };
  return {
    first: integerOrNull(row, 'first'),
    last: integerOrNull(row, 'last'),
    undated: integer(row, 'undated'),
  };
}

/** From the first call to the last, and how many have no time. */
async function reach(on: Statements, { sums, rest }: Summed): Promise<Reach> {
  const ofSums = await reachOf(
    on,
    `SELECT min(f.first_at) AS first, max(f.last_at) AS last, coalesce(sum(f.calls) FILTER (WHERE f.day IS NULL), 0) AS undated
     FROM day_sums f WHERE ${sums.sql}`,
    sums.values,
  );
  const facts = factsWhere(rest);
  const ofFacts = await reachOf(
    on,
    `SELECT min(${ASKED_AT}) AS first, max(${ASKED_AT}) AS last, count(*) - count(${ASKED_AT}) AS undated FROM ${facts.sql}`,
    facts.values,
  );
  return {
    first: least(ofSums.first, ofFacts.first),
    last: most(ofSums.last, ofFacts.last),
    undated: ofSums.undated + ofFacts.undated,
  };
}

/** Days are whole only in spans of whole days; narrower ones are counted from facts. */
export async function timeline(on: Statements, fitting: FittingCalls, atMost: number): Promise<Timeline> {
  const parts = await summed(on, fitting, ['tool', 'model', 'outcome']);
  const { first, last, undated } = await reach(on, parts);
  if (first === null || last === null) return timelineOf(undefined, undated);
  const bucketMs = bucketWidth(first, last, Math.max(2, atMost));
  const start = Math.floor(first / bucketMs);
  const count = Math.floor(last / bucketMs) - start + 1;
  const failing = isAmong(
    'f.outcome',
    'int4',
    numbersOf(await outcomeWords(on), (word) => outcomeCount(word).failures > 0),
  );
  const { sums, rest } = bucketMs % DAY_MS === 0 ? parts : { sums: NEVER, rest: fitting.facts };
  const facts = factsWhere(joinConditions([condition(`(${ASKED_AT}) IS NOT NULL`), rest], 'AND'));
  const counted = await ask(
    on,
    `SELECT floor((${ASKED_AT}) / ?::float8) AS bucket, count(*) AS calls, count(*) FILTER (WHERE ${failing.sql}) AS failures
     FROM ${facts.sql} GROUP BY 1`,
    bucketMs,
    ...failing.values,
    ...facts.values,
  );
  const added = await ask(
    on,
    `SELECT floor(f.day * ${DAY_MS} / ?::float8) AS bucket, sum(f.calls) AS calls,
       coalesce(sum(f.calls) FILTER (WHERE ${failing.sql}), 0) AS failures
     FROM day_sums f WHERE f.day IS NOT NULL AND ${sums.sql} GROUP BY 1`,
    bucketMs,
    ...failing.values,
    ...sums.values,
  );
  const calls = new Uint32Array(count);
  const failures = new Uint32Array(count);
  for (const row of [...counted, ...added]) {
    const bucket = integer(row, 'bucket') - start;
    calls[bucket] = (calls[bucket] ?? 0) + integer(row, 'calls');
    failures[bucket] = (failures[bucket] ?? 0) + integer(row, 'failures');
  }
  return timelineOf({ bucketMs, start, calls, failures }, undated);
}
