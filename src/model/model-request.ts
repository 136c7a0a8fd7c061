// One request to a model: what it used, when and in which thread. Costs and the context's fill are worked out from these.

import type { ThreadId } from './observation.ts';
import type { LineRef } from './source.ts';
import type { TokenUsage } from './usage.ts';

export interface ModelRequest {
  readonly thread: ThreadId;
  readonly model: string;
  /** When its answer was on record. */
  readonly at: number | null;
  readonly usage: TokenUsage;
  /** Those of the tokens written to the cache that it keeps for an hour. */
  readonly cacheWriteLong: number;
  /** What it cost, where the log says so. */
  readonly costUsd: number | null;
  /** Size of the model's context window, where the log says so. */
  readonly contextWindow: number | null;
  readonly ref: LineRef;
}

/** A request by its number among those of its session, in the order they were met. */
export interface NumberedRequest extends ModelRequest {
  readonly num: number;
}
