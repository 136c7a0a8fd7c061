// Owns the projection: a session's facts to its tool calls. Pure; the tools' readings and the question whether the log is
// still alive come in as arguments.

import type { Interpretation } from '../model/interpretation.ts';
import type { ThreadId } from '../model/observation.ts';

import { type Problem, problem } from '../model/problem.ts';
import type { ModelUsage, Thread } from '../model/session.ts';
import { compareRefs, type LineRef } from '../model/source.ts';
import type { BackgroundWork, CallFlag, Evidence, ToolCall } from '../model/tool-call.ts';
import { addUsage } from '../model/usage.ts';
import type { CallFacts, EndFact, SupplementFact } from './facts.ts';
import { type Paired, pair } from './pair.ts';
import type { SessionFold } from './reduce.ts';
import { decide } from './status.ts';
import { type CallInThread, threadsOf } from './threads.ts';
import type { Branch } from './tree.ts';
import { durationOf } from './window.ts';

export interface ProjectionContext {
  readonly agent: string;
  readonly session: string;
  readonly live: boolean;
  /** Path of one of the session's files, by its number. */
  pathOf(source: number): string;
  /** The tool's reading of this pair of bodies. */
  interpret(facts: CallFacts, pair: Paired, supplement: SupplementFact | null): Interpretation;
}

export interface Projection {
  readonly calls: readonly ToolCall[];
  readonly threads: readonly Thread[];
  readonly usage: readonly ModelUsage[];
  readonly problems: readonly Problem[];
}

interface Draft extends CallInThread {
  readonly facts: CallFacts;
  readonly supplement: SupplementFact | null;
  readonly interpretation: Interpretation;
}

/** The last by file order. */
function lastOf<Item extends { readonly ref: LineRef }>(items: readonly Item[]): Item | null {
  let last: Item | null = null;
  for (const item of items) if (last === null || compareRefs(last.ref, item.ref) < 0) last = item;
  return last;
}

function permissionOf({ permissions }: CallFacts): ToolCall['permission'] {
  const last = lastOf(permissions);
  return last === null ? null : { decision: last.decision, by: last.by, at: last.at, ref: last.ref };
}

function draftsOf(fold: SessionFold, context: ProjectionContext, problems: Problem[]): Draft[] {
  const drafts: Draft[] = [];
  for (const facts of fold.calls.values()) {
    const { pairs, orphans } = pair(facts);
    const orphan = orphans[0];
    if (orphan !== undefined) {
      const params = { callId: facts.callId };
      problems.push(
        problem('result-without-call', `A result for ${facts.callId}, whose request is not in the log.`, {
          params,
          ref: orphan.ref,
        }),
      );
    }
    const supplement = lastOf(facts.supplements);
    for (const paired of pairs) {
      const interpretation = context.interpret(facts, paired, supplement);
      drafts.push({ callId: facts.callId, pair: paired, facts, supplement, interpretation });
    }
  }
  return drafts.sort(
    (a, b) =>
      compareRefs(a.pair.request.ref, b.pair.request.ref) || (a.pair.request.pointer < b.pair.request.pointer ? -1 : 1),
  );
}

interface TaskTables {
  readonly endsByCall: Map<string, EndFact[]>;
  readonly endsByTask: Map<string, EndFact[]>;
  readonly polls: Map<string, string[]>;
}

function push<Key, Item>(table: Map<Key, Item[]>, key: Key, item: Item): void {
  const items = table.get(key);
  if (items === undefined) table.set(key, [item]);
  else items.push(item);
}

/** Everything known about background work: notices of the log, and what polls and kills learned. */
function taskTables(fold: SessionFold, drafts: readonly Draft[]): TaskTables {
  const tables: TaskTables = { endsByCall: new Map(), endsByTask: new Map(), polls: new Map() };
  const known = new Set(drafts.map(({ callId }) => callId));
  const note = (end: EndFact): void => {
    // Ids can be masked or cut: one that names no call of the log does not name this one either.
    if (end.callId !== null && known.has(end.callId)) push(tables.endsByCall, end.callId, end);
    if (end.taskId !== null) push(tables.endsByTask, end.taskId, end);
  };
  for (const end of fold.ends) if (end.via !== 'event') note(end);
  for (const { callId, pair: paired, interpretation } of drafts) {
    const { task } = interpretation;
    if (task === null) continue;
    push(tables.polls, task.taskId, callId);
    const { result } = paired;
    if (result === null || task.state === null || task.state === 'running') continue;
    note({
      ref: result.ref,
      at: result.at,
      thread: result.thread,
      callId: null,
      taskId: task.taskId,
      status: task.state,
      exitCode: task.exitCode,
      message: null,
      reportedMs: null,
      via: task.role === 'kill' ? 'kill' : 'poll',
    });
  }
  return tables;
}

/** The first end that came after the work was started. A task can be resumed and end again; that is not this call. */
function endOf(draft: Draft, tables: TaskTables): EndFact | null {
  const { result } = draft.pair;
  if (tables.endsByCall.size === 0 && tables.endsByTask.size === 0) return null;
  const taskId = result?.background?.taskId ?? null;
  const candidates = [
    ...(tables.endsByCall.get(draft.callId) ?? []),
    ...(taskId === null ? [] : (tables.endsByTask.get(taskId) ?? [])),
  ].filter((end) => !isBefore(end, draft.pair.request));
  if (candidates.length === 0) return null;
  const best = candidates.reduce((a, b) => (laterThan(a, b) ? b : a));
  // Several records tell of one end: each may know a part of it.
  return {
    ...best,
    exitCode: best.exitCode ?? candidates.find(({ exitCode }) => exitCode !== null)?.exitCode ?? null,
    reportedMs: best.reportedMs ?? candidates.find(({ reportedMs }) => reportedMs !== null)?.reportedMs ?? null,
    message: best.message ?? candidates.find(({ message }) => message !== null)?.message ?? null,
  };
}

/** An end of an earlier run under the same id: by the clock where both are dated, else by place. */
function isBefore(end: EndFact, request: { at: number | null; ref: LineRef }): boolean {
  if (end.at !== null && request.at !== null) return end.at < request.at;
  return end.ref.source === request.ref.source && compareRefs(end.ref, request.ref) < 0;
}

function laterThan(a: EndFact, b: EndFact): boolean {
  if (a.at !== null && b.at !== null && a.at !== b.at) return a.at > b.at;
  return compareRefs(a.ref, b.ref) > 0;
}

/** 1-based: how many turns of the thread had begun before the line. */
function turnOf(ref: LineRef, starts: readonly LineRef[]): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = starts[middle];
    if (start !== undefined && compareRefs(start, ref) <= 0) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, low);
}

interface Surroundings {
  readonly fold: SessionFold;
  readonly branch: Branch;
  readonly turns: ReadonlyMap<ThreadId, readonly LineRef[]>;
  readonly lastCompaction: ReadonlyMap<ThreadId, LineRef>;
}

function flagsOf({ facts, pair: paired }: Draft, { fold, branch, turns, lastCompaction }: Surroundings): CallFlag[] {
  const { request, result } = paired;
  const flags: CallFlag[] = [];
  const onBranch =
    branch.holds(request.record, request.group) ||
    (result !== null && result.record !== null && branch.holds(result.record, null));
  if (!onBranch && request.record !== null && branch.knows(request.record)) flags.push('off-branch');
  const retracted = (record: string | null): boolean => record !== null && fold.superseded.has(record);
  if (retracted(request.record) || retracted(result?.record ?? null)) flags.push('superseded');
  const compacted = lastCompaction.get(request.thread);
  if (compacted !== undefined && compareRefs(request.ref, compacted) < 0) flags.push('pre-compaction');
  if (facts.cleared) flags.push('cleared');
  if (fold.rollbacks.some((rollback) => isRolledBack(request, rollback, turns))) flags.push('rolled-back');
  if (paired.conflicting.length > 0) flags.push('duplicate-result');
  if (request.implied === true) flags.push('implied');
  if (request.parentCall !== undefined) flags.push('nested');
  return flags;
}

function isRolledBack(
  request: { thread: ThreadId; ref: LineRef },
  rollback: { thread: ThreadId; turns: number; ref: LineRef },
  turns: ReadonlyMap<ThreadId, readonly LineRef[]>,
): boolean {
  if (request.thread !== rollback.thread || compareRefs(request.ref, rollback.ref) >= 0) return false;
  const starts = turns.get(request.thread) ?? [];
  return turnOf(request.ref, starts) > turnOf(rollback.ref, starts) - rollback.turns;
}

function evidenceOf({ facts, pair: paired, supplement }: Draft, end: EndFact | null): Evidence[] {
  const evidence: Evidence[] = [{ ...paired.request.ref, role: 'request' }];
  const add = (ref: LineRef, role: Evidence['role']): void => {
    evidence.push({ ...ref, role });
  };
  for (const hook of facts.hooks) add(hook.ref, 'hook');
  for (const { ref } of facts.permissions) if (ref.offset !== paired.result?.ref.offset) add(ref, 'permission');
  if (facts.progress.lastRef !== null) add(facts.progress.lastRef, 'progress');
  if (paired.result !== null) add(paired.result.ref, 'result');
  if (supplement !== null) add(supplement.ref, 'structured');
  for (const { ref } of paired.conflicting) add(ref, 'duplicate');
  if (end !== null) add(end.ref, 'end');
  return evidence;
}

function backgroundOf(draft: Draft, end: EndFact | null, tables: TaskTables): BackgroundWork | null {
  const handle = draft.pair.result?.background;
  if (handle === null || handle === undefined) return null;
  return {
    kind: handle.kind,
    taskId: handle.taskId,
    endedVia: end?.via ?? null,
    exitCode: end?.exitCode ?? null,
    pollCalls:
      handle.taskId === null ? [] : (tables.polls.get(handle.taskId) ?? []).filter((callId) => callId !== draft.callId),
  };
}

/** What a call needs to know of the session around it. */
interface SessionTables extends Surroundings {
  readonly context: ProjectionContext;
  readonly tables: TaskTables;
  readonly threads: ReadonlyMap<ThreadId, Thread>;
  readonly groupSizes: ReadonlyMap<string, number>;
  readonly startedBy: ReadonlyMap<string, ThreadId>;
}

/** How a call came out, and when. */
function outcomeOf(draft: Draft, session: SessionTables) {
  const { request, result } = draft.pair;
  const waits = result === null || result.verdict.status === 'background';
  const end = waits ? endOf(draft, session.tables) : null;
  const last = session.fold.lastModelWord.get(request.thread);
  const movedOn =
    last !== undefined &&
    compareRefs(last.ref, request.ref) > 0 &&
    (last.group === null || last.group !== request.group);
  const { interpretation } = draft;
  const decided = decide({ result, end, interpretation, live: session.context.live, movedOn });
  const ended = decided.status !== 'running' && decided.status !== 'background' && decided.status !== 'lost';
  const endedAt = ended ? (end?.at ?? result?.at ?? null) : null;
  const stated = waits ? null : (interpretation.reportedMs ?? result?.reportedMs ?? null);
  const duration = durationOf({
    requestedAt: request.at,
    endedAt,
    reportedMs: end?.reportedMs ?? stated,
    hookMs: null,
    background: end !== null,
    ended,
  });
  return { ...decided, end, endedAt, duration };
}

function bodiesOf({ pair: { request, result }, supplement }: Draft): ToolCall['bodies'] {
  let structured: ToolCall['bodies']['structured'] = null;
  if (supplement !== null) structured = { ...supplement.ref, pointer: supplement.pointer };
  else if (result !== null && result.pointers.structured !== null) {
    structured = { ...result.ref, pointer: result.pointers.structured };
  }
  return {
    input: { ...request.ref, pointer: request.pointer },
    content: result === null ? null : { ...result.ref, pointer: result.pointers.content },
    structured,
  };
}

function callOf(draft: Draft, index: number, session: SessionTables): ToolCall {
  const { callId, facts, pair: paired, interpretation } = draft;
  const { request, result } = paired;
  const { status, rule, failure, end, endedAt, duration } = outcomeOf(draft, session);
  const { threads, turns, context } = session;
  const hooks = facts.hooks.length > 1 ? facts.hooks.toSorted((a, b) => compareRefs(a.ref, b.ref)) : facts.hooks;
  const exitCode = end?.exitCode ?? null;
  const isAlone = request.group === null || (session.groupSizes.get(request.group) ?? 0) < 2;
  return {
    agent: context.agent,
    session: context.session,
    callId,
    occurrence: paired.occurrence,
    thread: request.thread,
    turn: turnOf(request.ref, turns.get(request.thread) ?? []),
    index,
    tool: request.tool,
    toolId: interpretation.toolId,
    model: request.model,
    status,
    statusRule: rule,
    failure,
    feedback: result?.verdict.feedback ?? null,
    requestedAt: request.at,
    endedAt,
    duration,
    result: interpretation.result,
    summary: interpretation.summary,
    facts: exitCode === null ? interpretation.facts : { ...interpretation.facts, exitCode },
    target: interpretation.target,
    parallelGroup: isAlone ? null : request.group,
    parentCall: request.parentCall ?? threads.get(request.thread)?.parentCall ?? null,
    agentId: session.startedBy.get(callId) ?? result?.agentId ?? null,
    background: backgroundOf(draft, end, session.tables),
    hooks,
    progressCount: facts.progress.count,
    permission: permissionOf(facts),
    flags: flagsOf(draft, session),
    copies: paired.repeats.map(({ ref: { source, ...place } }) => ({
      session: context.session,
      file: context.pathOf(source),
      ...place,
    })),
    evidence: evidenceOf(draft, end),
    problems: interpretation.problems,
    bodies: bodiesOf(draft),
  };
}

export function project(fold: SessionFold, context: ProjectionContext): Projection {
  const problems: Problem[] = [];
  const drafts = draftsOf(fold, context, problems);
  const threads = threadsOf(fold.threads, fold.links, drafts);
  const lastCompaction = new Map<ThreadId, LineRef>();
  for (const { thread, ref } of fold.compactions.toSorted((a, b) => compareRefs(a.ref, b.ref))) {
    lastCompaction.set(thread, ref);
  }
  const groupSizes = new Map<string, number>();
  for (const { pair: paired } of drafts) {
    const { group } = paired.request;
    if (group !== null) groupSizes.set(group, (groupSizes.get(group) ?? 0) + 1);
  }
  const startedBy = new Map<string, ThreadId>();
  for (const thread of threads.values()) if (thread.parentCall !== null) startedBy.set(thread.parentCall, thread.id);
  const session: SessionTables = {
    fold,
    context,
    threads,
    lastCompaction,
    groupSizes,
    startedBy,
    branch: fold.tree.activeBranch(),
    tables: taskTables(fold, drafts),
    turns: new Map([...fold.turns].map(([thread, starts]) => [thread, starts.toSorted(compareRefs)])),
  };
  return {
    calls: drafts.map((draft, index) => callOf(draft, index, session)),
    threads: [...threads.values()],
    usage: usageOf(fold),
    problems,
  };
}

function usageOf(fold: SessionFold): ModelUsage[] {
  const models = new Map<string, ModelUsage>();
  for (const { model, usage } of fold.usage.values()) {
    const name = model ?? 'unknown';
    const known = models.get(name);
    models.set(name, {
      model: name,
      messages: (known?.messages ?? 0) + 1,
      usage: known === undefined ? usage : addUsage(known.usage, usage),
    });
  }
  return [...models.values()];
}
