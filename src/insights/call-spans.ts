// Splits the time between a call's request and its result: run, hooks, waiting for a person. What the log does not separate stays a
// bound, or is unknown.

import { isWaiting, waitMsOf } from '../model/call-times.ts';
import { didRun } from '../model/outcome.ts';
import type { SeenCall, SeenHook, ToolTrait } from './session-view.ts';

export const TIME_CLASSES = ['model', 'tool', 'hook', 'permission', 'answer', 'subagent', 'idle', 'unknown'] as const;

/**
 * Where time went. `permission` and `answer`: waiting for a person. `subagent`: another thread of the session worked. `idle`: the turn
 * was over and the next had not begun. `unknown`: the log does not say.
 */
export type TimeClass = (typeof TIME_CLASSES)[number];

/** `at-most`: the span may contain something else too. */
export type TimeBound = 'exact' | 'at-most';

export interface TimeSpan {
  readonly from: number;
  readonly to: number;
  readonly class: TimeClass;
  readonly bound: TimeBound;
}

/** A tool that works on one file returns at once: anything longer was a wait for permission. */
const QUICK_MS = 5_000;

/** Between a request and a measured run there is some bookkeeping; anything longer was something else. */
const SLACK_MS = 2_000;

/** Agents end an unmeasured command after ten minutes: a longer span was not all run time. */
export const LONGEST_RUN_MS = 10 * 60_000;

/** The record of a hook is written when it has ended. */
export function hookSpan({ at, durationMs }: SeenHook): TimeSpan | undefined {
  if (at === null || durationMs === null || !(durationMs > 0) || !Number.isFinite(at)) return undefined;
  return { from: at - durationMs, to: at, class: 'hook', bound: 'exact' };
}

interface Window {
  readonly from: number;
  readonly to: number;
}

export function windowOf(call: SeenCall, sessionEnd: number): Window | undefined {
  const { requestedAt, endedAt, status, duration, background } = call;
  // Background work ends long after its call has answered.
  if (requestedAt === null || background !== null) return undefined;
  if (status === 'running') return sessionEnd > requestedAt ? { from: requestedAt, to: sessionEnd } : undefined;
  // A request that was written only with its result dates nothing but the end: the run may still be known.
  const ms = duration?.bound === 'exact' ? duration.ms : 0;
  if (endedAt === null) return undefined;
  const from = endedAt <= requestedAt ? endedAt - Math.max(0, ms) : requestedAt;
  return endedAt > from ? { from, to: endedAt } : undefined;
}

/** When a person was waited for, as far as logged. */
function waitOf(call: SeenCall, { from, to }: Window): TimeSpan | undefined {
  const { permission, requestedAt } = call;
  const askedAt = permission?.askedAt;
  if (isWaiting(call)) return { from: Math.max(from, askedAt ?? from), to, class: 'permission', bound: 'exact' };
  if (askedAt !== undefined && permission?.waitMs !== undefined) {
    return { from: askedAt, to: askedAt + permission.waitMs, class: 'permission', bound: 'exact' };
  }
  const waitMs = waitMsOf(permission, requestedAt);
  return waitMs === null || waitMs === 0
    ? undefined
    : { from, to: from + waitMs, class: 'permission', bound: 'at-most' };
}

/** Hooks reported when it could begin: if a person had been asked, they would have reported that too. */
function isHeard({ heard }: SeenCall): boolean {
  return heard !== undefined && heard.before !== null;
}

/** The time before a measured run, which no record explains. If hooks reported, it was not a wait for a person. */
function beforeRun(call: SeenCall, from: number, to: number, { touches }: ToolTrait): TimeSpan[] {
  if (to <= from) return [];
  if (to - from <= SLACK_MS || isHeard(call)) return [{ from, to, class: 'tool', bound: 'at-most' }];
  return [{ from, to, class: touches === null ? 'unknown' : 'permission', bound: 'at-most' }];
}

function runOf(call: SeenCall, { from, to }: Window, trait: ToolTrait, isSubagent: boolean): TimeSpan[] {
  if (to <= from) return [];
  if (isSubagent) return [{ from, to, class: 'subagent', bound: 'exact' }];
  const { duration } = call;
  if (duration !== null && duration.bound === 'exact') {
    const began = Math.max(from, to - Math.max(0, duration.ms));
    const run: TimeSpan = { from: began, to, class: 'tool', bound: 'exact' };
    return [...beforeRun(call, from, began, trait), ...(to > began ? [run] : [])];
  }
  if (isHeard(call)) return [{ from, to, class: 'tool', bound: 'at-most' }];
  const ms = to - from;
  if (trait.touches !== null) return [{ from, to, class: ms <= QUICK_MS ? 'tool' : 'permission', bound: 'at-most' }];
  return [{ from, to, class: ms <= LONGEST_RUN_MS ? 'tool' : 'unknown', bound: 'at-most' }];
}

/** `isSubagent`: a subagent worked for it meanwhile. */
export function callSpans(call: SeenCall, trait: ToolTrait, isSubagent: boolean, sessionEnd: number): TimeSpan[] {
  const window = windowOf(call, sessionEnd);
  if (window === undefined || call.status === 'cancelled') return [];
  if (trait.awaits !== null) return [{ ...window, class: trait.awaits, bound: 'exact' }];
  if (call.status === 'rejected') return [{ ...window, class: 'permission', bound: 'exact' }];
  if (!didRun(call.status)) {
    const isShort = window.to - window.from <= SLACK_MS;
    return [{ ...window, class: isShort ? 'tool' : 'unknown', bound: 'at-most' }];
  }
  const wait = waitOf(call, window);
  if (wait === undefined || wait.to <= wait.from) return runOf(call, window, trait, isSubagent);
  const before = { from: window.from, to: Math.min(window.to, wait.from) };
  const after = { from: Math.max(window.from, Math.min(window.to, wait.to)), to: window.to };
  const asked: TimeSpan[] = before.to > before.from ? [{ ...before, class: 'tool', bound: 'at-most' }] : [];
  return [...asked, { ...wait, to: Math.min(wait.to, window.to) }, ...runOf(call, after, trait, isSubagent)];
}
