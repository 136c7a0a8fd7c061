// Limits of the runtime: sizes, rates, times. Each can be set when the runtime is opened.

import type { Rate } from './rate-limit.ts';

export interface Limits {
  readonly maxBodyBytes: number;
  /** For all callbacks being read or waiting for the disk. */
  readonly maxBytesInMemory: number;
  /** Callbacks of one call, except its result, which is never limited. */
  readonly callbackRate: Rate;
  /** Wrong addresses per sender. */
  readonly strangerRate: Rate;
  readonly maxSubscriptionsPerThread: number;
  /** How long an event that came before its call's result is kept, and how many per call. */
  readonly earlyEventMs: number;
  readonly maxEarlyEvents: number;
  /** Callbacks waiting for the disk; beyond this, senders have to retry. */
  readonly maxWaiting: number;
  /** A call without a result after this long gets an error as its result. Null: never. */
  readonly deadlineMs: number | null;
  readonly humanWaitMs: number;
  /** One attempt to reach a tool. */
  readonly attemptTimeoutMs: number;
  readonly attempts: number;
  /** Before the second attempt; doubled before each further one, with jitter. */
  readonly backoffMs: number;
  readonly maxManifestBytes: number;
  /** How long a tool server may take to hand over a session's state to another one. */
  readonly migrationTimeoutMs: number;
  /** Long polls and streams open at a time. */
  readonly maxListeners: number;
}

const HOUR_MS = 3_600_000;

export const LIMITS: Limits = {
  maxBodyBytes: 10 * 1024 * 1024,
  maxBytesInMemory: 256 * 1024 * 1024,
  callbackRate: { burst: 1000, perSecond: 100 },
  strangerRate: { burst: 60, perSecond: 1 },
  maxSubscriptionsPerThread: 100,
  earlyEventMs: 10 * 60_000,
  maxEarlyEvents: 100,
  maxWaiting: 10_000,
  deadlineMs: 24 * HOUR_MS,
  humanWaitMs: 24 * HOUR_MS,
  attemptTimeoutMs: 10_000,
  attempts: 5,
  backoffMs: 500,
  maxManifestBytes: 1024 * 1024,
  migrationTimeoutMs: 10 * 60_000,
  maxListeners: 1000,
};
