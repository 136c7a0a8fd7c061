// The parts of a call that have their own times: its hooks, the wait for a person, and the run if it is known to have begun later than
// the request.

import { startOfRun } from '../base/run-place.ts';
import { isWaiting, waitMsOf } from '../model/call-times.ts';
import type { HookRun, ToolCall } from '../model/tool-call.ts';
import { type Attributes, attributes } from './attributes.ts';
import { hasLength, type TimeKnown, tracedTimes } from './call-window.ts';
import { knownTime } from './known-time.ts';
import type { Stretch } from './lanes.ts';

export interface CallPart extends Stretch {
  readonly kind: 'hook' | 'wait' | 'run';
  readonly name: string;
  readonly attributes: Attributes;
}

/** Something with only a point in time. */
export interface Moment {
  readonly kind: 'hook' | 'prompt' | 'compaction';
  readonly name: string;
  readonly at: number;
  readonly attributes: Attributes;
}

export interface CallParts {
  /** Inside the call and inside each other, outer ones first. */
  readonly nested: readonly CallPart[];
  /** Neither inside nor outside something else: hooks after the result, and those that ran in parallel. */
  readonly apart: readonly CallPart[];
  readonly moments: readonly Moment[];
}

/** The call's own time, with its end determined. */
export interface PlacedWindow extends Stretch {
  readonly time: TimeKnown;
}

function hookAttributes(hook: HookRun, hasSummaries: boolean): Attributes {
  return attributes({
    'toolscope.hook.name': hook.name,
    'toolscope.hook.outcome': hook.outcome,
    'toolscope.hook.exit_code': hook.exitCode,
    'toolscope.hook.decision': hook.decision,
    'toolscope.hook.command': hasSummaries ? hook.command : null,
  });
}

/**
 * The record of a hook is written when it has ended: it lasted until then. In real logs, hooks that ran in parallel then all began
 * within a few milliseconds, and none before its call.
 */
function hookStretch({ at, durationMs }: HookRun): Stretch | undefined {
  const to = knownTime(at);
  if (to === null || durationMs === null || !(durationMs >= 0)) return undefined;
  const from = knownTime(to - durationMs);
  return from === null ? undefined : { from, to };
}

function within({ from, to }: PlacedWindow, start: number, end: number): Stretch | undefined {
  const stretch = { from: Math.max(from, start), to: Math.min(to, end) };
  return stretch.to > stretch.from ? stretch : undefined;
}

/** When a person was asked, if hooks reported it: no log says it, and then the wait is counted from the request. */
function askedAtOf({ permission }: ToolCall): number | null {
  return knownTime(permission?.askedAt);
}

function waitStretch(call: ToolCall, window: PlacedWindow): Stretch | undefined {
  const { permission, requestedAt } = call;
  const askedAt = askedAtOf(call);
  if (isWaiting(call)) return askedAt === null ? undefined : within(window, askedAt, window.to);
  if (askedAt !== null && permission?.waitMs !== undefined) {
    return within(window, askedAt, askedAt + permission.waitMs);
  }
  const waitMs = waitMsOf(permission, knownTime(requestedAt));
  return waitMs === null ? undefined : within(window, window.from, window.from + waitMs);
}

function runStretch(call: ToolCall, window: PlacedWindow): Stretch | undefined {
  if (isWaiting(call)) return undefined;
  const from = startOfRun(tracedTimes(call), window.to);
  return from > window.from ? within(window, from, window.to) : undefined;
}

function timedParts(call: ToolCall, window: PlacedWindow, hasSummaries: boolean): CallPart[] {
  const parts: CallPart[] = [];
  for (const hook of call.hooks) {
    const stretch = hookStretch(hook);
    if (stretch === undefined) continue;
    parts.push({ kind: 'hook', name: hook.event, ...stretch, attributes: hookAttributes(hook, hasSummaries) });
  }
  if (!hasLength(window.time)) return parts;
  const wait = waitStretch(call, window);
  if (wait !== undefined) {
    const bound = askedAtOf(call) === null ? 'at-most' : 'exact';
    parts.push({ kind: 'wait', name: 'permission wait', ...wait, attributes: { 'toolscope.duration.bound': bound } });
  }
  const run = runStretch(call, window);
  if (run !== undefined) {
    const bound = call.duration?.bound ?? 'at-most';
    parts.push({ kind: 'run', name: 'run', ...run, attributes: { 'toolscope.duration.bound': bound } });
  }
  return parts;
}

function hookMoments({ hooks }: ToolCall, hasSummaries: boolean): Moment[] {
  return hooks.flatMap((hook): Moment[] => {
    const at = knownTime(hook.at);
    if (at === null || hookStretch(hook) !== undefined) return [];
    return [{ kind: 'hook', name: hook.event, at, attributes: hookAttributes(hook, hasSummaries) }];
  });
}

export function partsOf(call: ToolCall, window: PlacedWindow, hasSummaries: boolean): CallParts {
  const parts = timedParts(call, window, hasSummaries).sort((a, b) => a.from - b.from || b.to - a.to);
  const nested: CallPart[] = [];
  const apart: CallPart[] = [];
  const around: Stretch[] = [];
  const outer = hasLength(window.time) ? window : undefined;
  for (const part of parts) {
    for (let top = around.at(-1); top !== undefined && top.to <= part.from; top = around.at(-1)) around.pop();
    const holder = around.at(-1) ?? outer;
    if (holder !== undefined && part.from >= holder.from && part.to <= holder.to) {
      nested.push(part);
      around.push(part);
    } else apart.push(part);
  }
  return { nested, apart, moments: hookMoments(call, hasSummaries) };
}
