// When a call ran, in the time between its request and its result. Plain values, so that every layer can use it: pages, which have
// calls in columns, and callers that have whole calls.

/** What is known about a call's time. Instants are epoch milliseconds. */
export interface CallTimes {
  readonly at: number | null;
  readonly endedAt: number | null;
  /** How long the run took, or how long it can have taken. */
  readonly ms: number | null;
  /** `ms` is the run and nothing else. */
  readonly isExact: boolean;
  readonly isRunning: boolean;
  readonly isBackground: boolean;
  /** Refused or withdrawn calls never ran: all of their time was a wait. */
  readonly didRun: boolean;
  /** Known time in hooks, and waiting for a person. */
  readonly hookMs: number | null;
  readonly waitMs: number | null;
}

/** When a call was over; for a running one, now. Clocks may go back, time does not. */
export function endOfCall({ at, endedAt, ms, isRunning }: CallTimes, now: number): number | null {
  if (at === null) return endedAt;
  if (isRunning) return Math.max(at, now);
  return Math.max(at, endedAt ?? at + (ms ?? 0));
}

/**
 * When a call began to run. A measured run is only as long as that, and ended with the call; of the time before it, known hooks and
 * waits are shown, and the log does not explain the rest.
 */
export function startOfRun(times: CallTimes, end: number): number {
  const at = times.at ?? end;
  if (!times.didRun) return end;
  const known = at + (times.hookMs ?? 0) + (times.waitMs ?? 0);
  const isMeasured = times.ms !== null && times.isExact && !times.isBackground;
  return Math.min(end, Math.max(known, isMeasured ? end - (times.ms ?? 0) : at));
}
