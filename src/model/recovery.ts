// Recovery: for every call that failed, or that hides a failure, the later one that worked, by which rule, and what that
// cost; and failures that repeat.

import type { CallStatus, Failure } from './outcome.ts';

/** A call of a session. Ids are not unique everywhere: see CallKey. */
export interface CallPlace {
  readonly callId: string;
  readonly occurrence: number;
  /** Order among the session's calls. */
  readonly index: number;
}

/** What recovery needs to know about a call. */
export interface Attempt extends CallPlace {
  readonly toolId: string;
  /** What the call was about: calls of one tool with equal targets try the same thing. */
  readonly target: string | null;
  /** The program it ran and what that should do; null if unknown. */
  readonly aim: string | null;
  readonly status: CallStatus;
  readonly failure: Failure | null;
  /** A failure that its success hides. */
  readonly masked: Failure | null;
  readonly requestedAt: number | null;
  readonly endedAt: number | null;
  /** Order among the calls of its tool in its thread. */
  readonly ofTool: number;
  /** Each thread recovers separately, if threads are distinguished. */
  readonly thread?: string;
}

/**
 * Why a later call counts as recovery. `same-target`: it tried the same thing. `same-program`: the same program with the
 * same subcommand worked on something else, within the next few calls of the tool.
 */
export type RecoveryRule = 'same-target' | 'same-program';

export interface Recovery extends CallPlace {
  /** The call that did it; null when none did. */
  readonly by: CallPlace | null;
  readonly rule: RecoveryRule | null;
  /** Calls the session made after the failure, up to and with the one that did it. */
  readonly calls: number | null;
  /** From the end of the failure to the end of the call that did it; null when the times are unknown. */
  readonly ms: number | null;
}

/** The same thing tried three times or more, with the same failure each time and no success in between. */
export interface Loop {
  readonly toolId: string;
  readonly target: string | null;
  readonly code: string;
  readonly tries: readonly CallPlace[];
}

export interface Recoveries {
  /** One for each failed call, in order. */
  readonly recoveries: readonly Recovery[];
  /** By first attempt, in order. */
  readonly loops: readonly Loop[];
}

const LOOP_MIN = 3;

/** This soon after a failure the same program has the same aim; later it is another task. */
const FEW_CALLS = 5;

/** A failure that is somebody's problem, hidden or not: a refusal and an expected failure need no recovery. */
export function needsRecovery({ status, failure, masked }: Pick<Attempt, 'status' | 'failure' | 'masked'>): boolean {
  const problem = failure ?? masked;
  if (problem?.blame === 'expected') return false;
  return status === 'error' || ((status === 'ok' || status === 'background') && problem !== null);
}

function succeeded({ status, failure, masked }: Attempt): boolean {
  return (status === 'ok' || status === 'background') && failure === null && masked === null;
}

/** What a call tried: calls with the same key try the same thing. */
export function keyOf({ thread, toolId, target }: Pick<Attempt, 'thread' | 'toolId' | 'target'>): string {
  return `${thread ?? ''}\u0000${toolId}\u0000${target === null ? '-' : `=${target}`}`;
}

/** The program that a call ran, in its thread; null if unknown. */
export function aimKeyOf({ thread, toolId, aim }: Pick<Attempt, 'thread' | 'toolId' | 'aim'>): string | null {
  return aim === null ? null : `${thread ?? ''}\u0000${toolId}\u0000${aim}`;
}

function placeOf({ callId, occurrence, index }: CallPlace): CallPlace {
  return { callId, occurrence, index };
}

function spanMs(failed: Attempt, success: Attempt): number | null {
  const from = failed.endedAt ?? failed.requestedAt;
  const to = success.endedAt ?? success.requestedAt;
  if (from === null || to === null || to < from) return null;
  return to - from;
}

/** The next success of each thing and of each program, seen from a call of the session. */
class NextSuccesses {
  readonly #sameTarget = new Map<string, Attempt>();
  readonly #sameProgram = new Map<string, Attempt>();

  /** From the last call to the first. */
  note(attempt: Attempt): void {
    // Without a target it is unknown whether two calls try the same thing.
    if (attempt.target !== null) this.#sameTarget.set(keyOf(attempt), attempt);
    const aim = aimKeyOf(attempt);
    if (aim !== null) this.#sameProgram.set(aim, attempt);
  }

  after(failed: Attempt): { readonly by: Attempt; readonly rule: RecoveryRule } | null {
    const same = failed.target === null ? undefined : this.#sameTarget.get(keyOf(failed));
    if (same !== undefined) return { by: same, rule: 'same-target' };
    const aim = aimKeyOf(failed);
    const run = aim === null ? undefined : this.#sameProgram.get(aim);
    const isSoon = run !== undefined && run.ofTool - failed.ofTool <= FEW_CALLS;
    return isSoon ? { by: run, rule: 'same-program' } : null;
  }
}

/** From the last call to the first, so that the next success of each thing is always known. */
function findRecoveries(attempts: readonly Attempt[]): readonly Recovery[] {
  const successes = new NextSuccesses();
  const found: Recovery[] = [];
  for (const attempt of attempts.toReversed()) {
    if (succeeded(attempt)) successes.note(attempt);
    if (!needsRecovery(attempt)) continue;
    const recovered = successes.after(attempt);
    found.push({
      ...placeOf(attempt),
      by: recovered === null ? null : placeOf(recovered.by),
      rule: recovered?.rule ?? null,
      calls: recovered === null ? null : recovered.by.index - attempt.index,
      ms: recovered === null ? null : spanMs(attempt, recovered.by),
    });
  }
  return found.reverse();
}

interface Row {
  readonly first: Attempt;
  readonly tries: CallPlace[];
  last: number;
}

function codeOf({ failure, masked }: Attempt): string {
  return (failure ?? masked)?.code ?? 'error';
}

function findLoops(attempts: readonly Attempt[]): readonly Loop[] {
  const rows = new Map<string, Row>();
  const finished: Row[] = [];
  for (const attempt of attempts) {
    const key = keyOf(attempt);
    const row = rows.get(key);
    const failed = needsRecovery(attempt);
    if (!failed && !succeeded(attempt)) continue;
    // Calls without a target are the same attempt only when nothing at all came between.
    const goesOn =
      failed &&
      row !== undefined &&
      codeOf(row.first) === codeOf(attempt) &&
      (attempt.target !== null || attempt.index === row.last + 1);
    if (goesOn) {
      row.tries.push(placeOf(attempt));
      row.last = attempt.index;
      continue;
    }
    if (row !== undefined) finished.push(row);
    if (!failed) rows.delete(key);
    else {
      rows.set(key, { first: attempt, tries: [placeOf(attempt)], last: attempt.index });
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
