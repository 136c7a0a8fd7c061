// Recovery over a session's calls: in the order they were made, each thread separately.

import {
  type Attempt,
  aimKeyOf,
  keyOf,
  type Loop,
  type Recoveries,
  type Recovery,
  type RecoveryRule,
  recoveriesOf,
} from './recovery.ts';
import type { CallKey, ToolCall } from './tool-call.ts';

/** The parts of a call that show whether it failed, and whether a later one did the same thing. */
export type Tried = Pick<
  ToolCall,
  'callId' | 'occurrence' | 'toolId' | 'target' | 'aim' | 'status' | 'failure' | 'requestedAt' | 'endedAt' | 'thread'
> & { readonly masked: Attempt['masked'] };

/** How a failure was recovered from: the calls it took, and the rule that says so. */
export interface Recovered {
  readonly calls: number;
  readonly rule: RecoveryRule;
}

/** Calls in order of time, across files; calls without a time keep their place in the file. */
export function inTimeOrder<Call extends Tried>(calls: readonly Call[]): Call[] {
  let last = Number.NEGATIVE_INFINITY;
  const dated = calls.map((call, place) => {
    last = call.requestedAt ?? last;
    return { call, at: last, place };
  });
  dated.sort((a, b) => (a.at === b.at ? a.place - b.place : a.at - b.at));
  return dated.map(({ call }) => call);
}

function attemptOf(call: Tried, index: number, ofTool: number): Attempt {
  const { callId, occurrence, toolId, target, aim, status, failure, masked, requestedAt, endedAt, thread } = call;
  return {
    callId,
    occurrence,
    toolId,
    target,
    aim,
    status,
    failure,
    masked,
    requestedAt,
    endedAt,
    index,
    ofTool,
    thread,
  };
}

/** Numbers the tools of each thread, and counts the calls of each. */
class ToolCounts {
  readonly #numbers = new Map<string, number>();
  readonly #counts: number[] = [];

  numberOf({ thread, toolId }: Pick<Tried, 'thread' | 'toolId'>): number {
    const name = `${thread}\u0000${toolId}`;
    const known = this.#numbers.get(name) ?? this.#numbers.size;
    this.#numbers.set(name, known);
    return known;
  }

  next(number: number): number {
    const count = (this.#counts[number] ?? 0) + 1;
    this.#counts[number] = count;
    return count;
  }
}

function attemptsOf(ordered: readonly Tried[]): Attempt[] {
  const counts = new ToolCounts();
  return ordered.map((call, index) => attemptOf(call, index, counts.next(counts.numberOf(call))));
}

/** For every failed call of a session: the later call that did the same thing, and what that took; and loops. */
export function recoveriesIn(calls: readonly Tried[]): Recoveries {
  return recoveriesOf(attemptsOf(inTimeOrder(calls)));
}

/** What followed a failed call, and the loop it was part of. */
export interface Aftermath {
  readonly recovery: Recovery | undefined;
  readonly loop: Loop | undefined;
}

type Named = Pick<CallKey, 'callId' | 'occurrence'>;

function nameOf({ callId, occurrence }: Named): string {
  return `${occurrence} ${callId}`;
}

/** What followed each call of the session. The only place where calls and recoveries are joined. */
export function aftermathIn({ recoveries, loops }: Recoveries): (call: Named) => Aftermath {
  const byCall = new Map(recoveries.map((recovery) => [nameOf(recovery), recovery]));
  const loopOf = new Map(loops.flatMap((loop) => loop.tries.map((one) => [nameOf(one), loop])));
  return (call) => ({ recovery: byCall.get(nameOf(call)), loop: loopOf.get(nameOf(call)) });
}

function recoveredOf<Call>(
  attempts: readonly Attempt[],
  callAt: (index: number) => Call | undefined,
): ReadonlyMap<Call, Recovered | null> {
  const took = new Map<Call, Recovered | null>();
  for (const { index, calls, rule } of recoveriesOf(attempts).recoveries) {
    const call = callAt(index);
    if (call !== undefined) took.set(call, calls === null || rule === null ? null : { calls, rule });
  }
  return took;
}

/** For every failed call that needs it: how it was recovered from; null when it was not. */
export function callsToRecover<Call extends Tried>(calls: readonly Call[]): ReadonlyMap<Call, Recovered | null> {
  const ordered = inTimeOrder(calls);
  return recoveredOf(attemptsOf(ordered), (index) => ordered[index]);
}

/**
 * The same for a stream of calls, of which `failed` need it: only those that tried the same things are kept, so that a session of a
 * hundred thousand calls takes little memory.
 */
export function callsToRecoverAmong<Call extends Tried>(
  calls: Iterable<Call>,
  failed: readonly Tried[],
): ReadonlyMap<Call, Recovered | null> {
  const things = new Set(failed.map(keyOf));
  const aims = new Set(failed.map(aimKeyOf));
  aims.delete(null);
  const counts = new ToolCounts();
  const times: number[] = [];
  const tools: number[] = [];
  const kept = new Map<number, Call>();
  for (const call of calls) {
    if (things.has(keyOf(call)) || aims.has(aimKeyOf(call))) kept.set(times.length, call);
    times.push(call.requestedAt ?? times.at(-1) ?? Number.NEGATIVE_INFINITY);
    tools.push(counts.numberOf(call));
  }
  const attempts: Attempt[] = [];
  const byIndex = new Map<number, Call>();
  for (const [index, place] of inOrderOf(times).entries()) {
    const ofTool = counts.next(tools[place] ?? 0);
    const call = kept.get(place);
    if (call === undefined) continue;
    attempts.push(attemptOf(call, index, ofTool));
    byIndex.set(index, call);
  }
  return recoveredOf(attempts, (index) => byIndex.get(index));
}

/** Positions by time; equal times keep their order. */
function inOrderOf(times: readonly number[]): Int32Array {
  const at = (place: number): number => times[place] ?? 0;
  return Int32Array.from(times.keys()).sort((a, b) => (at(a) === at(b) ? a - b : at(a) - at(b)));
}

export type { Recoveries, Recovery } from './recovery.ts';
