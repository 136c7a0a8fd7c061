// Outcomes of calls and costs of models, week by week. Small sums, grouped by every dimension of a trend: adding them up further is
// the same for every engine (`library/trends`).

import { DAY_MS } from '../../base/time.ts';
import type { Blame, CallStatus } from '../../model/outcome.ts';

/** The dimensions, and the time. */
export interface TrendGroup {
  /** Its Monday, as `2026-01-26`, in UTC; null if no time is known. */
  readonly week: string | null;
  readonly agent: string;
  /** The agent's version, as its session has it. */
  readonly version: string | null;
  readonly model: string | null;
  readonly project: string | null;
}

/** Calls with one outcome. The week is that of the request. */
export interface OutcomeSum extends TrendGroup {
  readonly status: CallStatus;
  readonly blame: Blame | null;
  readonly code: string | null;
  /** Code of the failure that their success hides; null if nothing is hidden. */
  readonly masked: string | null;
  readonly calls: number;
  /** For how many of these it was examined what followed: not in sessions that are still written to. */
  readonly examined: number;
  /** Examined failures, open or hidden, that a later call recovered from. */
  readonly recovered: number;
  /** Calls that waited for a person's decision, as far as known, and their total wait. */
  readonly waits: number;
  readonly waitMs: number;
}

/** Requests to a model. The week is that of the requests. */
export interface CostSum extends TrendGroup {
  /** Null when none of them has a price. */
  readonly usd: number | null;
  readonly requests: number;
  /** Those among them without a price. */
  readonly unpriced: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
}

/** The years 0 to 9999: what lies outside is the doing of a broken clock. */
const FIRST_MS = -62_167_219_200_000;
const LAST_MS = 253_402_300_799_999;

/** The Monday of the week of a time, in UTC. */
export function weekOf(at: number): string | null {
  // 1970 began on a Thursday.
  const mondayMs = (Math.floor((Math.floor(at / DAY_MS) + 3) / 7) * 7 - 3) * DAY_MS;
  return mondayMs >= FIRST_MS && mondayMs <= LAST_MS ? new Date(mondayMs).toISOString().slice(0, 10) : null;
}
