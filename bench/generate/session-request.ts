// What a session writer gets, the same for every agent.

import type { Outlet } from './outlet.ts';
import type { Rng } from './rng.ts';
import type { TextPools } from './text-pools.ts';

export interface SessionRequest {
  /** The session's own generator. */
  readonly rng: Rng;
  readonly pools: TextPools;
  readonly outlet: Outlet;
  /** The end of the library's timeline: sessions are before it, newer versions nearer to it. */
  readonly epochMs: number;
  /** The session ends at the first step past this many bytes … */
  readonly budgetBytes: number;
  /** … or past this many calls, whichever comes first. */
  readonly callTarget: number;
  /** List every call in the truth. */
  readonly detail: boolean;
}

/** Text that every session repeats is short in small sessions, so that many small files can be requested. */
export function fitting(request: SessionRequest, size: number): number {
  return Math.min(size, Math.max(300, Math.round(request.budgetBytes / 12)));
}

export const DAY_MS = 86_400_000;

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** A session's time: it only moves forward, and only on request. */
export class Clock {
  now: number;

  constructor(startMs: number) {
    this.now = Math.floor(startMs);
  }

  pass(ms: number): number {
    this.now += Math.max(0, Math.floor(ms));
    return this.now;
  }

  /** Moves on to a moment, unless it is already past. */
  reach(ms: number): number {
    this.now = Math.max(this.now, Math.floor(ms));
    return this.now;
  }
}
