// Owns recovery over a session's calls: in the order they were made, each thread for itself.

import { type Attempt, type Recoveries, recoveriesOf } from './recovery.ts';
import type { ToolCall } from './tool-call.ts';

/** What of a call tells whether it failed, and whether a later one did the same thing. */
export type Tried = Pick<
  ToolCall,
  'callId' | 'toolId' | 'target' | 'status' | 'failure' | 'requestedAt' | 'endedAt' | 'thread'
>;

/** When a call was made, for ordering over files; calls without a time stay where their file has them. */
function byTime<Call extends Tried>(calls: readonly Call[]): Call[] {
  let last = Number.NEGATIVE_INFINITY;
  const dated = calls.map((call, place) => {
    last = call.requestedAt ?? last;
    return { call, at: last, place };
  });
  dated.sort((a, b) => (a.at === b.at ? a.place - b.place : a.at - b.at));
  return dated.map(({ call }) => call);
}

function attemptAt(call: Tried, index: number): Attempt {
  const { callId, toolId, target, status, failure, requestedAt, endedAt, thread } = call;
  return { callId, toolId, target, status, failure, requestedAt, endedAt, index, thread };
}

/** For every failed call of a session: the later call that did the same thing, and what that took; and loops. */
export function recoveriesIn(calls: readonly Tried[]): Recoveries {
  return recoveriesOf(byTime(calls).map(attemptAt));
}

/** For every failed call that needs it: the calls it took until a later one did the same thing; null when none did. */
export function callsToRecover<Call extends Tried>(calls: readonly Call[]): ReadonlyMap<Call, number | null> {
  const ordered = byTime(calls);
  const took = new Map<Call, number | null>();
  for (const { index, calls: count } of recoveriesOf(ordered.map(attemptAt)).recoveries) {
    const call = ordered[index];
    if (call !== undefined) took.set(call, count);
  }
  return took;
}

export type { Recoveries, Recovery } from './recovery.ts';
