// Owns recovery over a session's calls: in the order they were made, each thread for itself.

import type { ToolCall } from '../model/tool-call.ts';
import { type Recoveries, recoveriesOf } from '../tools/recovery.ts';

/** What of a call tells whether it failed, and whether a later one did the same thing. */
export type Tried = Pick<
  ToolCall,
  'callId' | 'toolId' | 'target' | 'status' | 'failure' | 'requestedAt' | 'endedAt' | 'thread'
>;

/** When a call was made, for ordering over files; calls without a time stay where their file has them. */
function byTime(calls: readonly Tried[]): Tried[] {
  let last = Number.NEGATIVE_INFINITY;
  const dated = calls.map((call, place) => {
    last = call.requestedAt ?? last;
    return { call, at: last, place };
  });
  dated.sort((a, b) => (a.at === b.at ? a.place - b.place : a.at - b.at));
  return dated.map(({ call }) => call);
}

/** For every failed call of a session: the later call that did the same thing, and what that took; and loops. */
export function recoveriesIn(calls: readonly Tried[]): Recoveries {
  return recoveriesOf(
    byTime(calls).map(({ callId, toolId, target, status, failure, requestedAt, endedAt, thread }, index) => ({
      callId,
      toolId,
      target,
      status,
      failure,
      requestedAt,
      endedAt,
      index,
      thread,
    })),
  );
}

export type { Recoveries, Recovery } from '../tools/recovery.ts';
