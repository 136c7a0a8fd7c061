// Token counts. Evidence: B10.

import { asCount, asName, asObject, type JsonObject } from '../../base/json.ts';
import { IMPOSSIBLE_COUNT, ignored, type Reading, withFinding } from '../../model/reading.ts';
import type { TokenUsage } from '../../model/usage.ts';
import { looseNumber } from './envelope.ts';

const COUNTS = [
  'input_tokens',
  'output_tokens',
  'cached_input_tokens',
  'cache_write_input_tokens',
  'reasoning_output_tokens',
] as const;

/** Whether a count in it is impossible: then none of them is trusted. */
function isImpossible(counts: JsonObject): boolean {
  return COUNTS.some((name) => {
    const count = looseNumber(counts[name]);
    return count !== undefined && asCount(count) === undefined;
  });
}

/** `input_tokens` includes the cached ones, and `output_tokens` the reasoning. */
export function readUsage(value: unknown): TokenUsage | undefined {
  const object = asObject(value);
  if (object === undefined || isImpossible(object)) return undefined;
  const input = looseNumber(object['input_tokens']);
  const output = looseNumber(object['output_tokens']);
  if (input === undefined && output === undefined) return undefined;
  const cacheRead = looseNumber(object['cached_input_tokens']) ?? 0;
  const cacheWrite = looseNumber(object['cache_write_input_tokens']) ?? 0;
  return {
    input: Math.max(0, (input ?? 0) - cacheRead - cacheWrite),
    output: output ?? 0,
    cacheRead,
    cacheWrite,
    reasoning: looseNumber(object['reasoning_output_tokens']) ?? 0,
  };
}

/** A line without a count, or with one that cannot be right. */
export function uncounted(payload: JsonObject): Reading {
  const reading = ignored('state: limits without a count');
  const counts = [asObject(payload['info'])?.['last_token_usage'], payload['usage']].map(asObject);
  const isWrong = counts.some((one) => one !== undefined && isImpossible(one));
  return isWrong ? withFinding(reading, IMPOSSIBLE_COUNT) : reading;
}

export interface Counted {
  readonly key: string;
  readonly usage: TokenUsage;
  readonly contextWindow?: number | undefined;
}

/** The same count is written again whenever limits change: the running total distinguishes repeats from new responses. */
export function countOfEvent(payload: JsonObject): Counted | undefined {
  const info = asObject(payload['info']);
  const usage = readUsage(info?.['last_token_usage']);
  if (usage === undefined) return undefined;
  const total = readUsage(info?.['total_token_usage']) ?? usage;
  const key = `total:${total.input}:${total.cacheRead}:${total.output}:${total.reasoning}`;
  const contextWindow = asCount(looseNumber(info?.['model_context_window']));
  return { key, usage, ...(contextWindow === undefined ? {} : { contextWindow }) };
}

/** Newer builds: one record per response, written again while it streams. */
export function countOfRecord(payload: JsonObject): Counted | undefined {
  const usage = readUsage(payload['usage']);
  const response = asName(payload['response_id']);
  if (usage === undefined) return undefined;
  const thread = readUsage(payload['thread_token_usage']) ?? usage;
  const key = response ?? `total:${thread.input}:${thread.cacheRead}:${thread.output}:${thread.reasoning}`;
  return { key, usage };
}
