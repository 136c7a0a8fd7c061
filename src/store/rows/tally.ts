// How calls count in the numbers of their session.

import type { ToolCall } from '../../model/tool-call.ts';

/** Increments of a session's counts. */
export interface Tally {
  calls: number;
  failures: number;
  /** Successes that hide one. */
  masked: number;
  running: number;
}

export const NO_TALLY: Readonly<Tally> = { calls: 0, failures: 0, masked: 0, running: 0 };

/** Copied from a missing session: it counts nowhere. */
export function isReplayed({ flags }: ToolCall): boolean {
  return flags.includes('replayed');
}

/** The parts of a call that are counted. */
export interface Counted {
  readonly status: string;
  readonly blame: string | null;
  readonly isMasked: boolean;
  readonly isCopy: boolean;
}

export function countedOf({ status, failure, masked }: ToolCall, isCopy: boolean): Counted {
  return { status, blame: failure?.blame ?? null, isMasked: masked !== null, isCopy };
}

export function noTally(): Tally {
  return { ...NO_TALLY };
}

export function addToTally(tally: Tally, { status, blame, isMasked, isCopy }: Counted, by: 1 | -1): void {
  if (isCopy) return;
  tally.calls += by;
  if (status === 'error' && blame !== 'expected') tally.failures += by;
  if (isMasked) tally.masked += by;
  if (status === 'running') tally.running += by;
}
