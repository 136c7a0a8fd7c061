// What a call knows of its time, as the rules about where a run lies want it.

import type { CallTimes } from '../base/run-place.ts';
import { didRun } from './outcome.ts';
import type { ToolCall } from './tool-call.ts';

/** Whether a person has been asked and has not answered. */
export function isWaiting({ status, permission }: Pick<ToolCall, 'status' | 'permission'>): boolean {
  return status === 'running' && permission?.decision === 'asked';
}

/** A permission as far as it says how long it took; rows of an index have its words as any text. */
interface Decision {
  readonly decision: string;
  readonly by: string;
  readonly at: number | null;
}

/** A person's own decision is the only one that takes time, and its time is that of the answer. */
export function waitMsOf(permission: Decision | null | undefined, requestedAt: number | null): number | null {
  if (permission?.by !== 'user' || permission.decision === 'asked') return null;
  if (permission.at === null || requestedAt === null) return null;
  return Math.max(0, permission.at - requestedAt);
}

/** The sum of those that are known; null when none is. */
export function sumOfKnown(times: Iterable<number | null>): number | null {
  let sum: number | null = null;
  for (const ms of times) if (ms !== null) sum = (sum ?? 0) + ms;
  return sum;
}

export function timesOf(call: ToolCall): CallTimes {
  const { requestedAt, endedAt, duration, status, background, hooks, permission } = call;
  return {
    at: requestedAt,
    endedAt,
    ms: duration?.ms ?? null,
    isExact: duration?.bound === 'exact',
    isRunning: status === 'running',
    isBackground: background !== null,
    didRun: didRun(status),
    hookMs: sumOfKnown(hooks.map(({ durationMs }) => durationMs)),
    waitMs: waitMsOf(permission, requestedAt),
  };
}
