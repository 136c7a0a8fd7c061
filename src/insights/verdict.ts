// The verdict: what was asked, how it ended, what changed, what the last checks said, which failures remain, and what a person had to
// do. Facts with their evidence; no grade.

import { MAIN_THREAD } from '../model/observation.ts';
import type { Blame } from '../model/outcome.ts';
import { callsToRecoverAmong, recoveriesIn } from '../model/recoveries.ts';
import { needsRecovery } from '../model/recovery.ts';
import type { LineRef } from '../model/source.ts';
import { type Changes, changesOf } from './changes.ts';
import { type Check, type CheckRun, checksOf } from './checks.ts';
import { type Ending, endingOf } from './ending.ts';
import {
  type CallRef,
  callRef,
  type InsightOptions,
  type SeenCall,
  type SeenMessage,
  type SessionView,
  traitOf,
} from './session-view.ts';

export interface Asked {
  readonly text: string;
  readonly at: number | null;
  readonly ref: LineRef;
}

export interface OpenFailure extends CallRef {
  readonly code: string;
  readonly blame: Blame;
  readonly message: string;
  readonly at: number | null;
}

export interface LoopFound {
  readonly tries: number;
  readonly code: string;
  readonly first: CallRef;
  readonly last: CallRef;
}

export interface PersonDid {
  readonly prompts: number;
  /** Questions that were answered. */
  readonly answers: number;
  /** As far as logged: without hooks an approval leaves no trace. */
  readonly approvals: number;
  readonly refusals: number;
  readonly interrupts: number;
  /** Changes that the person edited before they were made. */
  readonly edits: number;
}

export interface Verdict {
  /** Prompts of the main thread. */
  readonly asked: readonly Asked[];
  readonly ended: Ending;
  readonly changed: Changes;
  /** The last that ran of each kind, those after the last change first. */
  readonly checks: readonly Check[];
  /** Failures that no later call recovered from, worst first. */
  readonly failures: readonly OpenFailure[];
  readonly failureCount: number;
  /** Failures that a success hides, and that no later call recovered from, worst first. */
  readonly hidden: readonly OpenFailure[];
  readonly loops: readonly LoopFound[];
  readonly person: PersonDid;
}

const MOST_PROMPTS = 50;
const MOST_FAILURES = 20;

/** Blame by weight, to decide what is shown first. */
const WEIGHT: readonly Blame[] = ['code', 'environment', 'tool', 'agent', 'unknown', 'policy', 'user', 'expected'];

function failureOf(call: SeenCall, failure: { code: string; blame: Blame; message: string }): OpenFailure {
  const { code, blame, message } = failure;
  return { ...callRef(call), code, blame, message, at: call.endedAt ?? call.requestedAt };
}

function worstFirst(a: OpenFailure, b: OpenFailure): number {
  return WEIGHT.indexOf(a.blame) - WEIGHT.indexOf(b.blame) || (b.at ?? 0) - (a.at ?? 0);
}

/** If several calls tried the same thing with the same failure, only the last one is kept. */
function lastOfEach(failures: readonly { readonly key: string; readonly failure: OpenFailure }[]): OpenFailure[] {
  return [...new Map(failures.map(({ key, failure }) => [key, failure])).values()];
}

/** Those of `failed` that no later call recovered from, worst first. */
function stillOpen(calls: readonly SeenCall[], failed: readonly SeenCall[]): OpenFailure[] {
  if (failed.length === 0) return [];
  const recovered = callsToRecoverAmong(calls, failed);
  const open = failed.flatMap((call) => {
    if ((recovered.get(call) ?? null) !== null) return [];
    const failure = call.failure ?? call.masked ?? { code: 'error', blame: 'unknown' as const, message: '' };
    return [
      {
        key: `${call.thread} ${call.toolId} ${call.target ?? call.callId} ${failure.code}`,
        failure: failureOf(call, failure),
      },
    ];
  });
  return lastOfEach(open).sort(worstFirst);
}

function isHidden({ failure, masked }: SeenCall): boolean {
  return failure === null && masked !== null;
}

/** Failures that no later call recovered from, worst first; without those that a success hides. */
export function openFailures(calls: readonly SeenCall[]): OpenFailure[] {
  return stillOpen(
    calls,
    calls.filter((call) => needsRecovery(call) && !isHidden(call)),
  );
}

function keyOf(call: { readonly callId: string; readonly occurrence: number } | undefined): string {
  return call === undefined ? '' : `${call.callId} ${call.occurrence}`;
}

function loopsIn(calls: readonly SeenCall[]): LoopFound[] {
  const { loops } = recoveriesIn(calls);
  if (loops.length === 0) return [];
  // Ids are not unique everywhere.
  const byKey = new Map(calls.map((call) => [keyOf(call), call]));
  return loops.flatMap(({ tries, code }): LoopFound[] => {
    const first = byKey.get(keyOf(tries[0]));
    const last = byKey.get(keyOf(tries.at(-1)));
    return first === undefined || last === undefined
      ? []
      : [{ tries: tries.length, code, first: callRef(first), last: callRef(last) }];
  });
}

function personOf(view: SessionView, prompts: number, traits: InsightOptions['traits']): PersonDid {
  let [answers, approvals, refusals, edits] = [0, 0, 0, 0];
  for (const { toolId, status, permission, facts } of view.calls) {
    if (traitOf(traits, toolId).awaits !== null) {
      if (status === 'ok') answers++;
      else if (status === 'rejected') refusals++;
      continue;
    }
    if (status === 'rejected') refusals++;
    else if (permission?.by === 'user' && permission.decision === 'allowed') approvals++;
    if (facts.userModified === true) edits++;
  }
  const interrupts = view.messages.filter(({ what, thread }) => what === 'interrupt' && thread === MAIN_THREAD).length;
  return { prompts, answers, approvals, refusals, interrupts, edits };
}

/** The last of each kind. What ran after the last change counts more than what ran before it. */
function lastChecks(checks: readonly Check[]): Check[] {
  const last = [...new Map(checks.map((check) => [check.kind, check])).values()];
  return last.sort((a, b) => Number(b.isAfterLastEdit) - Number(a.isAfterLastEdit));
}

/** A prompt, or a command that has the agent do something. */
function isAsked({ what, thread }: SeenMessage): boolean {
  return thread === MAIN_THREAD && (what === 'prompt' || what === 'command');
}

export function verdictOf(view: SessionView, runs: readonly CheckRun[], options: InsightOptions): Verdict {
  const prompts = view.messages.filter(isAsked);
  const changed = changesOf(view, options);
  const open = openFailures(view.calls);
  const hidden = stillOpen(view.calls, view.calls.filter(isHidden));
  return {
    asked: prompts.slice(0, MOST_PROMPTS).map(({ preview, at, ref }) => ({ text: preview, at, ref })),
    ended: endingOf(view, options),
    changed,
    checks: lastChecks(checksOf(runs, changed.lastAt)),
    failures: open.slice(0, MOST_FAILURES),
    failureCount: open.length,
    hidden,
    loops: loopsIn(view.calls),
    person: personOf(view, prompts.length, options.traits),
  };
}
