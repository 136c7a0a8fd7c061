// Owns how long a call took: the best evidence wins, and says what it is. What cannot be known stays null.

import type { Duration } from '../model/duration.ts';

export interface TimeEvidence {
  readonly requestedAt: number | null;
  /** When the result was recorded, or the background end was noticed. */
  readonly endedAt: number | null;
  /** Run time stated by the tool or its result. */
  readonly reportedMs: number | null;
  /** Run time stated by a hook that saw the call run. */
  readonly hookMs: number | null;
  readonly background: boolean;
  readonly ended: boolean;
}

export function durationOf(evidence: TimeEvidence): Duration | null {
  const { requestedAt, endedAt, reportedMs, hookMs, background, ended } = evidence;
  if (!ended) return null;
  if (reportedMs !== null && reportedMs >= 0)
    return { ms: reportedMs, basis: 'reported', bound: 'exact', includes: [] };
  if (hookMs !== null && hookMs >= 0) return { ms: hookMs, basis: 'hook', bound: 'exact', includes: [] };
  if (requestedAt === null || endedAt === null || endedAt < requestedAt) return null;
  // The request is dated when its block had been streamed, the result when it was written: the run lies inside. Whether
  // a person was asked in between is not on disk.
  const ms = endedAt - requestedAt;
  if (background) return { ms, basis: 'notification', bound: 'at-most', includes: ['approval', 'hooks', 'queue'] };
  return { ms, basis: 'between-records', bound: 'at-most', includes: ['approval', 'hooks'] };
}
