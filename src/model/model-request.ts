// One request to a model: what it used, when and in which thread. Costs and context fill are computed from these.

import type { ThreadId } from './observation.ts';
import type { LineRef } from './source.ts';
import type { TokenUsage } from './usage.ts';

export interface ModelRequest {
  readonly thread: ThreadId;
  readonly model: string;
  /** When its answer was logged. */
  readonly at: number | null;
  readonly usage: TokenUsage;
  /** Tokens written to the cache that it keeps for an hour. */
  readonly cacheWriteLong: number;
  /** What it cost, if the log says so. */
  readonly costUsd: number | null;
  /** Size of the model's context window, if the log says so. */
  readonly contextWindow: number | null;
  readonly ref: LineRef;
}

/** A request with its number in its session, in the order they were first seen. */
export interface NumberedRequest extends ModelRequest {
  readonly num: number;
}
