// Owns recovery over a session's calls: in the order they were made, each thread for itself.

import { type Attempt, keyOf, type Recoveries, recoveriesOf } from './recovery.ts';
import type { ToolCall } from './tool-call.ts';

/** The parts of a call that tell whether it failed, and whether a later one did the same thing. */
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

/**
 * The same for calls that come one after the other, of which `failed` need it: only those that tried the same things are kept,
 * so that a session of a hundred thousand calls takes little memory.
 */
export function callsToRecoverAmong<Call extends Tried>(
  calls: Iterable<Call>,
  failed: readonly Tried[],
): ReadonlyMap<Call, number | null> {
  const things = new Set(failed.map(keyOf));
  const times: number[] = [];
  const kept = new Map<number, Call>();
  for (const call of calls) {
    if (things.has(keyOf(call))) kept.set(times.length, call);
    times.push(call.requestedAt ?? times.at(-1) ?? Number.NEGATIVE_INFINITY);
  }
  const attempts: Attempt[] = [];
  const byIndex = new Map<number, Call>();
  for (const [index, place] of inOrderOf(times).entries()) {
    const call = kept.get(place);
    if (call === undefined) continue;
    attempts.push(attemptAt(call, index));
    byIndex.set(index, call);
  }
  const took = new Map<Call, number | null>();
  for (const { index, calls: count } of recoveriesOf(attempts).recoveries) {
    const call = byIndex.get(index);
    if (call !== undefined) took.set(call, count);
  }
  return took;
}

/** Places by their times; those of one time as they are. */
function inOrderOf(times: readonly number[]): Int32Array {
  const at = (place: number): number => times[place] ?? 0;
  return Int32Array.from(times.keys()).sort((a, b) => (at(a) === at(b) ? a - b : at(a) - at(b)));
}

export type { Recoveries, Recovery } from './recovery.ts';
