// Who allowed or refused a call, when a person was asked, and how long that took: from the log, and from hooks.

import { type CallStatus, didRun } from '../model/outcome.ts';
import { compareRefs } from '../model/source.ts';
import type { Heard, HookRun, Permission } from '../model/tool-call.ts';
import type { PermissionFact, ResultFact } from './facts.ts';

export interface PermissionEvidence {
  /** Decisions on record. */
  readonly logged: readonly PermissionFact[];
  readonly hooks: readonly HookRun[];
  readonly heard: Heard | undefined;
  readonly result: ResultFact | null;
  readonly status: CallStatus;
}

/** The last by file order. */
function lastOf(facts: readonly PermissionFact[]): PermissionFact | undefined {
  let last: PermissionFact | undefined;
  for (const fact of facts) if (last === undefined || compareRefs(last.ref, fact.ref) < 0) last = fact;
  return last;
}

/** The record in which the log itself says that a hook refused. A refusal's text does not always: it can be the hook's words alone. */
export function refusalOf(
  logged: readonly PermissionFact[],
  hooks: readonly HookRun[],
): Pick<HookRun, 'at' | 'ref'> | undefined {
  return (
    logged.find(({ decision, by }) => decision === 'denied' && by === 'hook') ??
    hooks.find(({ event, outcome }) => event === 'PreToolUse' && outcome === 'blocked')
  );
}

function deciderOf({ decision, by }: PermissionFact, { logged, hooks }: PermissionEvidence): Permission['by'] {
  if (decision !== 'denied' || (by !== 'rule' && by !== 'unknown')) return by;
  return refusalOf(logged, hooks) === undefined ? by : 'hook';
}

/** When the call began to run, if the agent stated its run time: the time before that was the wait. */
function beganAt({ ended, runMs }: Heard): number | null {
  return ended === null || runMs === null ? null : ended.at - runMs;
}

/** When a person had agreed: a log that dates the question dates the answer too. */
function answeredAt(at: number | null, heard: Heard | undefined): number | null {
  if (heard === undefined) return null;
  return heard.isLogged === true ? at : beganAt(heard);
}

/** How long a person was asked; nothing when the end is unknown. */
function waited(askedAt: number, until: number | null): { readonly waitMs?: number } {
  return until === null ? {} : { waitMs: Math.max(0, until - askedAt) };
}

/** A person who stopped a running call did not keep it from running, whatever the record says. */
function decisionsOf({ logged, status }: PermissionEvidence): readonly PermissionFact[] {
  return status === 'interrupted' ? logged.filter(({ decision }) => decision !== 'rejected') : logged;
}

export function permissionOf(evidence: PermissionEvidence): Permission | null {
  const { heard, status, hooks } = evidence;
  const logged = decisionsOf(evidence);
  const told = heard === undefined && logged.length === 0 ? null : toldPermission({ ...evidence, logged });
  const refusal = told === null && status === 'denied' ? refusalOf(logged, hooks) : undefined;
  return refusal === undefined ? told : { decision: 'denied', by: 'hook', at: refusal.at, ref: refusal.ref };
}

function toldPermission(evidence: PermissionEvidence): Permission | null {
  const { heard, result, status } = evidence;
  const last = lastOf(evidence.logged);
  const asked = heard?.asked ?? null;
  const isEnded = status !== 'running' && status !== 'lost' && status !== 'unknown';
  if (last !== undefined && (asked === null || last.decision !== 'asked' || !isEnded)) {
    const { decision, at, ref } = last;
    const by = deciderOf(last, evidence);
    if (asked === null) return { decision, by, at, ref };
    const isNo = decision === 'rejected' || decision === 'denied';
    const until = isNo ? (at ?? result?.at ?? null) : answeredAt(at, heard);
    return { decision, by, at, ref, askedAt: asked.at, ...(decision === 'asked' ? {} : waited(asked.at, until)) };
  }
  if (heard === undefined) return null;
  if (heard.denied !== null) {
    const no = { decision: 'denied', by: 'classifier', at: heard.denied.at, ref: heard.denied.ref } as const;
    return asked === null ? no : { ...no, askedAt: asked.at, ...waited(asked.at, no.at) };
  }
  if (asked === null) return null;
  const { at, ref } = asked;
  // A call that ran after a person was asked was allowed: that is not logged.
  if (isEnded && didRun(status) && status !== 'interrupted') {
    const began = beganAt(heard);
    return { decision: 'allowed', by: 'user', at: began, ref, askedAt: at, ...waited(at, began), isInferred: true };
  }
  return { decision: 'asked', by: 'unknown', at, ref, askedAt: at };
}
