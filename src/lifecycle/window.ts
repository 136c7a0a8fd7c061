// Owns how long a call took: the best evidence wins, and says what it is. What cannot be known stays null.

import type { Duration } from '../model/duration.ts';
import type { Heard } from '../model/tool-call.ts';

export interface TimeEvidence {
  readonly requestedAt: number | null;
  /** When the result was recorded, or the background end was noticed. */
  readonly endedAt: number | null;
  /** Run time stated by the tool or its result. */
  readonly reportedMs: number | null;
  /** What hooks told while the call lived. */
  readonly heard: Heard | null;
  readonly background: boolean;
  readonly ended: boolean;
}

const NOTHING: Duration['includes'] = [];
const HOOKS: Duration['includes'] = ['hooks'];
const APPROVAL: Duration['includes'] = ['approval', 'hooks'];
const QUEUE: Duration['includes'] = ['approval', 'hooks', 'queue'];

/** What hooks know: the run time the agent stated, or the time between the hooks before and after the call. */
function heardDuration({ before, asked, ended, runMs }: Heard): Duration | null {
  if (runMs !== null && runMs >= 0) return { ms: runMs, basis: 'hook', bound: 'exact', includes: NOTHING };
  if (before === null || ended === null || ended.at < before.at) return null;
  // Ours had been answered before the call could begin, and the next was started when it had ended. In between, other
  // hooks may have been waited for, and a person if one was asked.
  return { ms: ended.at - before.at, basis: 'hook', bound: 'at-most', includes: asked === null ? HOOKS : APPROVAL };
}

export function durationOf(evidence: TimeEvidence): Duration | null {
  const { requestedAt, endedAt, reportedMs, heard, background, ended } = evidence;
  if (!ended) return null;
  if (reportedMs !== null && reportedMs >= 0)
    return { ms: reportedMs, basis: 'reported', bound: 'exact', includes: NOTHING };
  const told = heard === null || background ? null : heardDuration(heard);
  if (told !== null) return told;
  if (requestedAt === null || endedAt === null || endedAt < requestedAt) return null;
  // The request is dated when its block had been streamed, the result when it was written: the run lies inside. Whether
  // a person was asked in between is not on disk.
  const ms = endedAt - requestedAt;
  if (background) return { ms, basis: 'notification', bound: 'at-most', includes: QUEUE };
  return { ms, basis: 'between-records', bound: 'at-most', includes: APPROVAL };
}
