// The numbers: how much, how often, how long. Every one can be set when the runtime is opened.

import type { Rate } from './rate-limit.ts';

export interface Limits {
  readonly maxBodyBytes: number;
  /** Of all callbacks that are being read or wait for the disk. */
  readonly maxBytesInMemory: number;
  /** Callbacks of one call, besides its result: those are never slowed down. */
  readonly callbackRate: Rate;
  /** Wrong addresses per sender. */
  readonly strangerRate: Rate;
  readonly maxSubscriptionsPerThread: number;
  /** How long an event that came before the result of its call is kept, and how many of one call. */
  readonly earlyEventMs: number;
  readonly maxEarlyEvents: number;
  /** Callbacks waiting for the disk; beyond, senders are asked to come again. */
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
  /** How long a tool server may take to hand a session's state over to another one. */
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
