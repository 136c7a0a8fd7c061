// A call's times, in the form that the rules for placing a run need.

import type { CallTimes } from '../base/run-place.ts';
import { didRun } from './outcome.ts';
import type { ToolCall } from './tool-call.ts';

/** Whether a person has been asked and has not answered. */
export function isWaiting({ status, permission }: Pick<ToolCall, 'status' | 'permission'>): boolean {
  return status === 'running' && permission?.decision === 'asked';
}

/** The parts of a permission that say how long it took; rows of an index have its words as any text. */
interface Decision {
  readonly decision: string;
  readonly by: string;
  readonly at: number | null;
}

/** Only a person's own decision takes time, and its time is that of the answer. */
export function waitMsOf(permission: Decision | null | undefined, requestedAt: number | null): number | null {
  if (permission?.by !== 'user' || permission.decision === 'asked') return null;
  if (permission.at === null || requestedAt === null) return null;
  return Math.max(0, permission.at - requestedAt);
}

/** The sum of the known ones; null when none is. */
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
