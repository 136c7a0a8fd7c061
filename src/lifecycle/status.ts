// The status of a call: from its verdict, its background end, its tool's own reading, or the lack of a result.

import type { Interpretation } from '../model/interpretation.ts';
import { type CallStatus, type Failure, PERSONS_NO } from '../model/outcome.ts';
import type { EndFact, ResultFact } from './facts.ts';

export interface Decided {
  readonly status: CallStatus;
  readonly rule: string;
  readonly failure: Failure | null;
}

export interface StatusEvidence {
  readonly result: Pick<ResultFact, 'verdict'> | null;
  readonly end: EndFact | null;
  /** The tool's failure for an end that failed. */
  readonly failureAtEnd: Failure | null;
  readonly interpretation: Interpretation;
  /** A refusal by a hook is on record. */
  readonly refused: boolean;
  /** Some of its work is on record: its progress, or the agent that it started. */
  readonly began: boolean;
  /** The agent logs when calls end, or their outcome. */
  readonly isEndLogged: boolean;
  /** The session's log may still grow. */
  readonly live: boolean;
  /** The model went on in the same thread without this call's result. */
  readonly movedOn: boolean;
}

/** Killed work has not failed, whatever its exit code. */
export function hasFailed({ status, exitCode }: EndFact): boolean {
  return status !== 'killed' && (status === 'failed' || (exitCode !== null && exitCode !== 0));
}

function byEnd(end: EndFact, known: Failure | null): Decided {
  const message = end.message ?? '';
  const rule = `background-end:${end.via}`;
  if (end.status === 'killed') {
    return { status: 'interrupted', rule, failure: { code: 'killed', blame: 'expected', message } };
  }
  if (!hasFailed(end)) return { status: 'ok', rule, failure: null };
  const failure: Failure =
    end.exitCode !== null && end.exitCode !== 0
      ? { code: 'exit-code', blame: 'environment', message }
      : { code: 'background-failed', blame: 'tool', message };
  return { status: 'error', rule, failure: known ?? failure };
}

/** A hook's answer is a result like any other, and may be its words alone: they could be mistaken for a failure or a rule. */
function byHook({ status, rule, failure }: ResultFact['verdict']): Decided {
  const message = failure?.message ?? '';
  const isTold = status === 'denied' && failure?.code === 'hook-blocked';
  return {
    status: 'denied',
    rule: isTold ? rule : 'hook-record',
    failure: { code: 'hook-blocked', blame: 'policy', message },
  };
}

/** A person who stops a running call, or refuses a call of its agent, is logged as having refused the call itself. */
function byStop({ failure }: ResultFact['verdict']): Decided {
  const message = failure?.message ?? '';
  return {
    status: 'interrupted',
    rule: 'rejected-while-running',
    failure: { code: 'interrupted', blame: 'user', message },
  };
}

function withoutResult({ isEndLogged, live, movedOn }: StatusEvidence): Decided {
  if (!isEndLogged) return { status: 'unknown', rule: 'result-not-logged', failure: null };
  if (live && !movedOn) return { status: 'running', rule: 'no-result:live', failure: null };
  const message = movedOn
    ? 'The log goes on without a result for this call.'
    : 'The log ends without a result for this call.';
  const failure: Failure = { code: 'no-result', blame: 'unknown', message };
  return { status: 'lost', rule: movedOn ? 'no-result:moved-on' : 'no-result:ended', failure };
}

export function decide(evidence: StatusEvidence): Decided {
  const { result, end, failureAtEnd, interpretation, refused, began } = evidence;
  if (result === null) {
    return end === null ? withoutResult(evidence) : byEnd(end, failureAtEnd);
  }
  const { verdict } = result;
  if (verdict.status === 'background') {
    return end === null ? { status: 'background', rule: verdict.rule, failure: null } : byEnd(end, failureAtEnd);
  }
  if (verdict.status === 'ok') {
    return interpretation.failedQuietly
      ? { status: 'error', rule: `tool:${interpretation.toolId}`, failure: interpretation.failure }
      : { status: 'ok', rule: verdict.rule, failure: null };
  }
  if (began && verdict.status === 'rejected') return byStop(verdict);
  if (refused && (verdict.status === 'error' || verdict.status === 'denied')) return byHook(verdict);
  const { failure } = interpretation;
  if (verdict.status === 'error' && failure?.code === PERSONS_NO)
    return { status: 'rejected', rule: 'refused-in-words', failure };
  return { status: verdict.status, rule: verdict.rule, failure: interpretation.failure ?? verdict.failure };
}
