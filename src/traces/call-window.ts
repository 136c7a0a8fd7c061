// When a call was, from its request to its end, and which of the two are known.

import { type CallTimes, endOfCall } from '../base/run-place.ts';
import { timesOf } from '../model/call-times.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { knownTime } from './known-time.ts';

/**
 * `known`: both ends. `narrow`: both, but closer together than the run is known to have taken. `open`: it has not ended. `start`,
 * `end`: only that one is known. `backwards`: the clock went back between the two. `unknown`: neither.
 */
export type TimeKnown = 'known' | 'narrow' | 'open' | 'start' | 'end' | 'backwards' | 'unknown';

/** Logs have millisecond times, and may have truncated them. */
const DATED_TO_MS = 1;

export interface CallWindow {
  /** Null when nothing is known. */
  readonly from: number | null;
  /** Null when nothing is known, and for calls that have not ended. */
  readonly to: number | null;
  readonly time: TimeKnown;
}

/** Whether there is a length to draw; all others are points in time. */
export function hasLength(time: TimeKnown): boolean {
  return time === 'known' || time === 'narrow' || time === 'open';
}

/** Without values that a trace cannot hold. */
export function tracedTimes(call: ToolCall): CallTimes {
  const times = timesOf(call);
  const ms = times.ms !== null && times.ms >= 0 ? knownTime(times.ms) : null;
  return { ...times, at: knownTime(times.at), endedAt: knownTime(times.endedAt), ms };
}

export function windowOf(call: ToolCall): CallWindow {
  const times = tracedTimes(call);
  const { at, endedAt, ms, isExact, isRunning, isBackground } = times;
  if (at === null) return { from: endedAt, to: endedAt, time: endedAt === null ? 'unknown' : 'end' };
  if (isRunning) return { from: at, to: null, time: 'open' };
  if (endedAt !== null && endedAt < at) return { from: at, to: at, time: 'backwards' };
  // A request that the log wrote only with its result dates nothing but the end: such a call has no duration.
  if (ms === null) return { from: endedAt ?? at, to: endedAt ?? at, time: endedAt === null ? 'start' : 'end' };
  const to = knownTime(endOfCall(times, at)) ?? at;
  const isNarrow = isExact && !isBackground && ms > to - at + DATED_TO_MS;
  return { from: at, to, time: isNarrow ? 'narrow' : 'known' };
}
