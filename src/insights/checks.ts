// Checks that a session ran: commands that run tests, a type checker, a linter or a build, and their results.

import { type CheckKind, checksIn, type FoundCheck } from '../commands/check-kind.ts';
import { type CallStatus, isUnexpectedFailure } from '../model/outcome.ts';
import { type CallRef, callRef, type SeenCall, type SessionView } from './session-view.ts';

/**
 * `hidden-failure`: the command succeeded, and something in it failed. `unclear`: it succeeded, but its status is that of another
 * command (`npm test | tail`), and no failure was seen. `open`: its end, or how it ended, is not logged.
 */
export type CheckResult = 'passed' | 'failed' | 'hidden-failure' | 'unclear' | 'not-run' | 'open';

export interface Check extends CallRef {
  readonly kind: CheckKind;
  readonly command: string;
  readonly result: CheckResult;
  readonly at: number | null;
  /** No file was changed after it, as far as the calls show. */
  readonly isAfterLastEdit: boolean;
}

/** One check of one call. */
export interface CheckRun {
  /** Place of the call among the session's. */
  readonly index: number;
  readonly call: SeenCall;
  readonly check: FoundCheck;
  readonly command: string;
  readonly result: CheckResult;
}

const OPEN: ReadonlySet<CallStatus> = new Set(['running', 'background', 'lost', 'unknown']);

function resultOf(call: SeenCall, decides: boolean): CheckResult {
  if (call.masked !== null) return 'hidden-failure';
  if (OPEN.has(call.status)) return 'open';
  if (isUnexpectedFailure(call) || call.status === 'error') return 'failed';
  if (call.status === 'ok' && (call.failure === null || call.failure.blame === 'expected')) {
    return decides ? 'passed' : 'unclear';
  }
  if (call.status === 'ok') return 'failed';
  return 'not-run';
}

/** If several checks in one command failed, the one that it names. The others may not even have run. */
function failedOne(found: readonly FoundCheck[], code: string | undefined): readonly FoundCheck[] {
  const one =
    code === 'tests-failed'
      ? found.find(({ kind }) => kind === 'tests')
      : code === 'checks-failed'
        ? found.find(({ kind }) => kind !== 'tests')
        : undefined;
  return [one ?? found[0]].filter((check) => check !== undefined);
}

/** Characters of commands that are examined. */
const MOST_TEXT = 20_000;

/** The commands of a call: a cell of code can run several. */
function commandsOf({ facts: { command, commands } }: SeenCall): string[] {
  if (command === undefined || command.length > MOST_TEXT) return [];
  return commands === undefined || commands.length > MOST_TEXT ? [command] : [command, ...commands.split('\n')];
}

/** All checks of a session, in their order. */
export function checkRuns({ calls }: Pick<SessionView, 'calls'>): CheckRun[] {
  const runs: CheckRun[] = [];
  for (const [index, call] of calls.entries()) {
    for (const command of commandsOf(call)) {
      const all = checksIn(command);
      if (all.length === 0) continue;
      const fails = call.masked ?? call.failure;
      const found = fails === null || fails.blame === 'expected' ? all : failedOne(all, fails.code);
      // A cell of code succeeds whatever its commands said.
      const isShell = call.toolId === 'shell';
      for (const check of found) {
        runs.push({ index, call, check, command, result: resultOf(call, isShell && check.decides) });
      }
    }
  }
  return runs;
}

/** `lastEdit` is the place of the last call that changed a file. */
export function checksOf(runs: readonly CheckRun[], lastEdit: number): Check[] {
  return runs.flatMap(({ index, call, check: { kind }, command, result }): Check[] => {
    if (kind === 'deployment') return [];
    const at = call.endedAt ?? call.requestedAt;
    return [{ ...callRef(call), kind, command, result, at, isAfterLastEdit: index > lastEdit }];
  });
}
