// Owns recovery: for every failed call the later one that did the same thing, what that cost, and failures that repeat.

import type { CallStatus, Failure } from './outcome.ts';

/** What recovery needs to know of a call. */
export interface Attempt {
  readonly callId: string;
  readonly toolId: string;
  /** What the call was about: calls of one tool with equal targets try the same thing. */
  readonly target: string | null;
  readonly status: CallStatus;
  readonly failure: Failure | null;
  readonly requestedAt: number | null;
  readonly endedAt: number | null;
  /** Order among the session's calls. */
  readonly index: number;
  /** Each thread tries for itself, where threads are told apart. */
  readonly thread?: string;
}

export interface Recovery {
  readonly callId: string;
  readonly index: number;
  /** The call that did it; null when none did. */
  readonly by: { readonly callId: string; readonly index: number } | null;
  /** Calls the session made after the failure, up to and with the one that did it. */
  readonly calls: number | null;
  /** From the end of the failure to the end of the call that did it; null when the clock does not tell. */
  readonly ms: number | null;
}

/** The same thing tried three times or more, with the same failure each time and no success between. */
export interface Loop {
  readonly toolId: string;
  readonly target: string | null;
  readonly code: string;
  readonly tries: readonly { readonly callId: string; readonly index: number }[];
}

export interface Recoveries {
  /** One for each failed call, in order. */
  readonly recoveries: readonly Recovery[];
  /** By their first try, in order. */
  readonly loops: readonly Loop[];
}

const LOOP_MIN = 3;

/** A failure that is somebody's problem: a "no" and an expected failure need no recovery. */
export function needsRecovery({ status, failure }: Pick<Attempt, 'status' | 'failure'>): boolean {
  if (failure?.blame === 'expected') return false;
  return status === 'error' || ((status === 'ok' || status === 'background') && failure !== null);
}

function succeeded({ status, failure }: Attempt): boolean {
  return (status === 'ok' || status === 'background') && failure === null;
}

/** What a call tried: calls with the same key try the same thing. */
export function keyOf({ thread, toolId, target }: Pick<Attempt, 'thread' | 'toolId' | 'target'>): string {
  return `${thread ?? ''}\u0000${toolId}\u0000${target === null ? '-' : `=${target}`}`;
}

function spanMs(failed: Attempt, success: Attempt): number | null {
  const from = failed.endedAt ?? failed.requestedAt;
  const to = success.endedAt ?? success.requestedAt;
  if (from === null || to === null || to < from) return null;
  return to - from;
}

/** From the last call to the first, so that the next success of each thing is always at hand. */
function findRecoveries(attempts: readonly Attempt[]): readonly Recovery[] {
  const next = new Map<string, Attempt>();
  const found: Recovery[] = [];
  for (let at = attempts.length - 1; at >= 0; at--) {
    const attempt = attempts[at];
    if (attempt === undefined) continue;
    // Without a target nobody can say whether two calls try the same thing.
    const key = attempt.target === null ? null : keyOf(attempt);
    if (key !== null && succeeded(attempt)) next.set(key, attempt);
    if (!needsRecovery(attempt)) continue;
    const by = key === null ? undefined : next.get(key);
    found.push({
      callId: attempt.callId,
      index: attempt.index,
      by: by === undefined ? null : { callId: by.callId, index: by.index },
      calls: by === undefined ? null : by.index - attempt.index,
      ms: by === undefined ? null : spanMs(attempt, by),
    });
  }
  return found.reverse();
}

interface Row {
  readonly first: Attempt;
  readonly tries: { readonly callId: string; readonly index: number }[];
  last: number;
}

function codeOf({ failure }: Attempt): string {
  return failure?.code ?? 'error';
}

function findLoops(attempts: readonly Attempt[]): readonly Loop[] {
  const rows = new Map<string, Row>();
  const finished: Row[] = [];
  for (const attempt of attempts) {
    const key = keyOf(attempt);
    const row = rows.get(key);
    const failed = needsRecovery(attempt);
    if (!failed && !succeeded(attempt)) continue;
    // Calls without a target are the same try only when nothing at all came between.
    const goesOn =
      failed &&
      row !== undefined &&
      codeOf(row.first) === codeOf(attempt) &&
      (attempt.target !== null || attempt.index === row.last + 1);
    if (goesOn) {
      row.tries.push({ callId: attempt.callId, index: attempt.index });
      row.last = attempt.index;
      continue;
    }
    if (row !== undefined) finished.push(row);
    if (!failed) rows.delete(key);
    else {
      const tries = [{ callId: attempt.callId, index: attempt.index }];
      rows.set(key, { first: attempt, tries, last: attempt.index });
    }
  }
  return [...finished, ...rows.values()]
    .filter(({ tries }) => tries.length >= LOOP_MIN)
    .sort((one, other) => one.first.index - other.first.index)
    .map(({ first, tries }) => ({ toolId: first.toolId, target: first.target, code: codeOf(first), tries }));
}

/** `attempts`: the calls of a session, or of one thread, in their order. Takes time in proportion to their number. */
export function recoveriesOf(attempts: readonly Attempt[]): Recoveries {
  return { recoveries: findRecoveries(attempts), loops: findLoops(attempts) };
}
