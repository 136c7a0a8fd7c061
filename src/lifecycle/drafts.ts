// Drafts of calls: the facts of each call id in pairs, with the tool's reading of each pair. What a call says about another's
// background work is noted before any of them becomes a call.

import type { Interpretation, TaskReference, WorkFailed } from '../model/interpretation.ts';
import type { Failure } from '../model/outcome.ts';
import { type Problem, problem } from '../model/problem.ts';
import { compareRefs, type LineRef } from '../model/source.ts';
import type { Heard } from '../model/tool-call.ts';
import type { CallFacts, RequestFact, ResultFact, SupplementFact } from './facts.ts';
import { type HookReport, reportsByOccurrence, reportsOf } from './hook-reports.ts';
import { type Paired, pair } from './pair.ts';
import type { SessionFold } from './reduce.ts';
import { sharesOf } from './shares.ts';

export interface Readings {
  /** The tool's reading of this pair of bodies. */
  interpret(facts: CallFacts, pair: Paired, supplement: SupplementFact | null): Interpretation;
  /** Why background work of the request failed, according to its tool; null if the tool has no rule for it. */
  failureAtEnd?(request: RequestFact, end: WorkFailed): Failure | null;
  /** Whether the readings may say that the call is about another's task; if that is unknown, they are asked. */
  mayVisit?(callId: string): boolean;
  /** The readings of this call are not needed again. */
  letGo?(callId: string): void;
}

export interface Draft {
  readonly callId: string;
  readonly pair: Paired;
  readonly facts: CallFacts;
  readonly supplement: SupplementFact | null;
  readonly interpretation: Interpretation;
  /** Hook reports about it. */
  readonly words: readonly HookReport[];
  readonly heard: Heard | undefined;
}

/** The last by file order. */
function lastOf<Item extends { readonly ref: LineRef }>(items: readonly Item[]): Item | null {
  let last: Item | null = null;
  for (const item of items) if (last === null || compareRefs(last.ref, item.ref) < 0) last = item;
  return last;
}

function orphanProblem({ callId }: CallFacts, { ref }: ResultFact): Problem {
  return problem('result-without-call', `A result for ${callId}, whose request is not in the log.`, {
    params: { callId },
    ref,
  });
}

/** Where something is on record about a call that has neither request nor result. Hook reports may be ahead of the log. */
function strayOf({ hooks, permissions, supplements, progress }: CallFacts): LineRef | null {
  const [first] = [...hooks, ...permissions, ...supplements].map(({ ref }) => ref).toSorted(compareRefs);
  return first ?? progress.lastRef;
}

function strayProblem({ callId }: CallFacts, ref: LineRef): Problem {
  return problem('traces-without-call', `Hooks or progress of ${callId}, whose request is not in the log.`, {
    params: { callId },
    ref,
  });
}

/** The task a call is about. If the format knows which run of it, that is more precise than the tool's answer. */
function taskOf({ task }: Interpretation, { result }: Paired): TaskReference | null {
  const run = result?.continues;
  return task === null || run === undefined ? task : { ...task, taskId: run };
}

type Take = (draft: Draft) => void;

/** Pairs the facts of one call id, lets the tool read each pair, and passes on the result. */
function draftCall(
  facts: CallFacts,
  loose: readonly HookReport[],
  readings: Readings,
  problems: Problem[],
  take: Take,
): void {
  const { pairs, orphans } = pair(facts);
  const orphan = orphans[0];
  const stray = pairs.length === 0 ? strayOf(facts) : null;
  if (orphan !== undefined) problems.push(orphanProblem(facts, orphan));
  else if (stray !== null) problems.push(strayProblem(facts, stray));
  const shares = sharesOf(facts, pairs);
  const told = facts.heard === undefined ? loose : [...facts.heard, ...loose];
  const words = reportsByOccurrence(told, pairs);
  for (const [occurrence, paired] of pairs.entries()) {
    const own = shares[occurrence] ?? facts;
    const supplement = own.supplements.length === 0 ? null : lastOf(own.supplements);
    const heard = words[occurrence] ?? told;
    take({
      callId: facts.callId,
      pair: paired,
      facts: own,
      supplement,
      interpretation: readings.interpret(own, paired, supplement),
      words: heard,
      heard: reportsOf(heard),
    });
  }
}

function noteTask({ callId, pair: paired, interpretation }: Draft, fold: SessionFold): void {
  const task = taskOf(interpretation, paired);
  if (task !== null) fold.visitTask(callId, task, paired.result);
}

/**
 * Makes the drafts of any call, by its id, once all that calls say about each other's background work is noted. With `isLast` the
 * fold and the readings release each call whose drafts are made: a session is in memory as facts or as calls, not as both.
 */
export function drafter(
  fold: SessionFold,
  readings: Readings,
  problems: Problem[],
  isLast: boolean,
  take: Take,
): (callId: string) => void {
  const looseOf = fold.heard.assigned(fold.calls);
  const note: Take = (draft) => noteTask(draft, fold);
  for (const callId of fold.calls.ids()) {
    const facts = readings.mayVisit?.(callId) === false ? undefined : fold.calls.get(callId);
    if (facts !== undefined) draftCall(facts, [], readings, [], note);
  }
  fold.takeChanged();
  // Loose reports are assigned by looking at other calls.
  const isDrained = isLast && !fold.heard.hasLoose;
  return (callId) => {
    const facts = isDrained ? fold.calls.take(callId) : fold.calls.get(callId);
    if (facts === undefined) return;
    draftCall(facts, looseOf(facts), readings, problems, take);
    if (isDrained) readings.letGo?.(callId);
  };
}

/** Drafts of the selected calls. A call can turn out to be about another's background work: that one is selected too. */
export function draftsOf(
  fold: SessionFold,
  readings: Readings,
  problems: Problem[],
  selection: ReadonlySet<string>,
): Draft[] {
  const drafts: Draft[] = [];
  const add: Take = (draft) => void drafts.push(draft);
  const looseOf = fold.heard.assigned(fold.calls);
  const done = new Set<string>();
  let wave = selection;
  for (let round = 0; round < 3; round++) {
    const start = drafts.length;
    for (const callId of wave) {
      const facts = fold.calls.get(callId);
      if (facts === undefined || done.has(callId)) continue;
      done.add(callId);
      draftCall(facts, looseOf(facts), readings, problems, add);
    }
    for (const draft of drafts.slice(start)) noteTask(draft, fold);
    const further = fold.takeChanged();
    if (further === 'all' || further.size === 0) break;
    wave = further;
  }
  return drafts;
}
