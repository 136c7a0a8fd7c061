// The projection: a session's facts to its tool calls. Pure; the tools' readings, and whether the log is still alive, are
// arguments.

import { hashText } from '../base/hash.ts';
import type { Facts } from '../model/interpretation.ts';
import type { ThreadId } from '../model/observation.ts';
import type { Failure } from '../model/outcome.ts';
import type { Problem } from '../model/problem.ts';
import type { ModelUsage, Thread } from '../model/session.ts';
import { type BodyRef, comparePointers, compareRefs, type LineRef } from '../model/source.ts';
import type { BackgroundWork, CallFlag, Copy, ToolCall } from '../model/tool-call.ts';
import { callIdentity } from './call-identity.ts';
import { type Draft, drafter, draftsOf, type Readings } from './drafts.ts';
import { evidenceOf } from './evidence.ts';
import type { EndFact, RequestFact, ResultFact } from './facts.ts';
import { flagSet } from './flag-sets.ts';
import { hookRunsOf } from './hook-runs.ts';
import { countMembers } from './member-table.ts';
import { wentOnAfter } from './model-progress.ts';
import { permissionOf, refusalOf } from './permission.ts';
import type { SessionFold } from './reduce.ts';
import { type TakenBack, takenBack } from './rollbacks.ts';
import { decide, hasFailed } from './status.ts';
import { timeOf } from './window.ts';

export interface ProjectionContext extends Readings {
  readonly agent: string;
  readonly session: string;
  readonly live: boolean;
  /** Groups of requests are the message ids in the log. */
  readonly namesMessages: boolean;
  /** Call ids are unique within the session only: the same id elsewhere is another call. */
  readonly hasOwnIds?: boolean;
  /** The agent logs when calls end, or their outcome. */
  readonly isEndLogged: boolean;
  /** Path of one of the session's files, by its number. */
  pathOf(source: number): string;
}

export interface Projection {
  /** The selected calls, in file order. */
  readonly calls: readonly ToolCall[];
  readonly threads: readonly Thread[];
  readonly usage: readonly ModelUsage[];
  readonly problems: readonly Problem[];
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

/** What a call needs to know about its session. */
export interface SessionTables {
  readonly fold: SessionFold;
  readonly context: ProjectionContext;
  readonly threads: ReadonlyMap<ThreadId, Thread>;
  readonly startedBy: ReadonlyMap<string, ThreadId>;
  readonly takenBack: TakenBack;
}

/** As bits, in the order of FLAGS: a list that is pushed to is recompiled for every new flag. */
function flagsOf({ facts, pair: paired }: Draft, isMasking: boolean, session: SessionTables): readonly CallFlag[] {
  const { request, result } = paired;
  const { fold, takenBack: back } = session;
  const isSuperseded = isRetracted(request, fold) || (result !== null && isRetracted(result, fold));
  const isCompacted = fold.contexts.isLeftBehind(request.thread, request.ref);
  return flagSet(
    (isAbandoned(request, result, fold) ? 1 : 0) |
      (isSuperseded ? 2 : 0) |
      (isCompacted ? 4 : 0) |
      (facts.cleared ? 8 : 0) |
      (isRolledBack(request, back, fold) ? 16 : 0) |
      (paired.conflicting.length > 0 ? 32 : 0) |
      (request.implied === true ? 64 : 0) |
      (request.parentCall !== undefined ? 128 : 0) |
      (isMasking ? 256 : 0) |
      (request.replayed === true ? 512 : 0),
  );
}

function isRetracted({ record }: RequestFact | ResultFact, { superseded }: SessionFold): boolean {
  return record !== null && superseded.size > 0 && superseded.has(record);
}

/** Neither the request, nor another record of its message, nor the result is on the active branch. */
function isAbandoned({ record, group }: RequestFact, result: ResultFact | null, { tree }: SessionFold): boolean {
  if (record === null || tree.standingOf(record, group) !== 'left') return false;
  return result === null || result.record === null || tree.standingOf(result.record, null) !== 'held';
}

function isRolledBack({ thread, ref }: RequestFact, back: TakenBack, fold: SessionFold): boolean {
  const turns = back.get(thread);
  const said = turns?.get(turnOf(ref, fold.turnsOf(thread)));
  return said !== undefined && compareRefs(ref, said) < 0;
}

function bodyOf({ source, line, offset, length }: LineRef, pointer: string): BodyRef {
  return { source, line, offset, length, pointer };
}

function backgroundOf(
  { callId, pair: { request, result } }: Draft,
  outcomeEnd: EndFact | null,
  fold: SessionFold,
): BackgroundWork | null {
  const handle = result?.background;
  if (handle === null || handle === undefined) return null;
  const { kind, taskId } = handle;
  // A call that subscribed has ended with its result; its subscription ends later.
  const end = kind === 'subscription' ? fold.tasks.endOf(callId, request, taskId) : outcomeEnd;
  return {
    kind,
    taskId,
    endedVia: end?.via ?? null,
    exitCode: end?.exitCode ?? null,
    pollCalls: taskId === null ? [] : fold.tasks.visitorsOf(taskId).filter((visitor) => visitor !== callId),
  };
}

/** According to the tool, as if the end had been the first answer. A record of the end that the tool reads says it by itself. */
function whyFailed({ pair: { request }, interpretation }: Draft, end: EndFact, readings: Readings): Failure | null {
  if (interpretation.failedQuietly) return interpretation.failure;
  const { exitCode, said, message } = end;
  const failure = readings.failureAtEnd?.(request, { exitCode, said: said ?? '' }) ?? null;
  return failure === null || said !== undefined || message === null ? failure : { ...failure, message };
}

/** The outcome of a call, and when. */
function outcomeOf(draft: Draft, session: SessionTables) {
  const { request, result } = draft.pair;
  const waits = result === null || result.verdict.status === 'background';
  const end = waits ? session.fold.tasks.endOf(draft.callId, request, result?.background?.taskId ?? null) : null;
  const movedOn = wentOnAfter(session.fold.modelWords.get(request.thread), request);
  const { interpretation, facts } = draft;
  const refused = refusalOf(facts.permissions, facts.hooks) !== undefined;
  const failureAtEnd = end !== null && hasFailed(end) ? whyFailed(draft, end, session.context) : null;
  const isRejected = result?.verdict.status === 'rejected';
  const began = isRejected && (facts.progress.count > 0 || session.fold.threads.isNamed(draft.callId));
  const { live, isEndLogged } = session.context;
  const decided = decide({ result, end, failureAtEnd, interpretation, refused, began, isEndLogged, live, movedOn });
  const ended = (result !== null || end !== null) && decided.status !== 'background';
  const endedAt = ended ? (end?.at ?? result?.at ?? null) : null;
  const stated = waits ? null : (interpretation.reportedMs ?? result?.reportedMs ?? null);
  // A request that was written with its result is dated too late to measure from.
  const isDated = end !== null || result?.isWrittenWithRequest !== true;
  const { duration, problem } = timeOf({
    requestedAt: isDated ? request.at : null,
    endedAt,
    reportedMs: end?.reportedMs ?? stated,
    heard: draft.heard ?? null,
    // A placeholder's hooks do not report its end.
    background: end !== null,
    ended,
    ranProcess: (end?.exitCode ?? interpretation.facts.exitCode ?? null) !== null,
    said: decided.failure?.message ?? null,
    ref: result?.ref ?? null,
  });
  return { decided, end, endedAt, duration, problem };
}

/** The line of its result is the evidence. */
function maskedOf({ pair: { result }, interpretation: { masked } }: Draft): ToolCall['masked'] {
  return masked === null || result === null ? null : { ...masked, ref: result.ref };
}

/** What the call's own bodies say, and what was learned when its background work ended. */
function factsOf({ interpretation }: Draft, end: EndFact | null): Facts {
  const exitCode = end?.exitCode ?? null;
  if (exitCode === null && end?.used === undefined) return interpretation.facts;
  return { ...interpretation.facts, ...end?.used, ...(exitCode === null ? {} : { exitCode }) };
}

function bodiesOf({ pair: { request, result }, supplement }: Draft): ToolCall['bodies'] {
  let structured: ToolCall['bodies']['structured'] = null;
  if (supplement !== null) structured = bodyOf(supplement.ref, supplement.pointer);
  else if (result !== null && result.pointers.structured !== null) {
    structured = bodyOf(result.ref, result.pointers.structured);
  }
  return {
    input: bodyOf(request.ref, request.pointer),
    content:
      result === null || result.verdict.status === 'unknown' ? null : bodyOf(result.ref, result.pointers.content),
    structured,
  };
}

const NO_COPIES: readonly Copy[] = [];

function copyOf({ ref: { source, line, offset, length } }: RequestFact, context: ProjectionContext): Copy {
  return { session: context.session, file: context.pathOf(source), line, offset, length };
}

export function callOf(draft: Draft, session: SessionTables): ToolCall {
  const call = quietCall(draft, session);
  return draft.heard === undefined ? call : { ...call, heard: draft.heard };
}

/** The call, without hook reports: optional members would give calls two shapes. */
function quietCall(draft: Draft, session: SessionTables): ToolCall {
  const { callId, facts, pair: paired, interpretation } = draft;
  const { request, result } = paired;
  const { decided, end, endedAt, duration, problem } = outcomeOf(draft, session);
  const masked = decided.status === 'ok' ? maskedOf(draft) : null;
  const { threads, context, fold } = session;
  const hooks = hookRunsOf(facts.hooks, result?.ref ?? null);
  const messageId = context.namesMessages ? request.group : null;
  const isAlone = request.group === null || countMembers(fold.groups, hashText(request.group)) < 2;
  return {
    agent: context.agent,
    session: context.session,
    callId,
    occurrence: paired.occurrence,
    thread: request.thread,
    turn: turnOf(request.ref, fold.turnsOf(request.thread)),
    tool: request.tool,
    toolId: interpretation.toolId,
    model: request.model,
    status: decided.status,
    statusRule: decided.rule,
    failure: decided.failure,
    masked,
    feedback: result?.verdict.feedback ?? null,
    requestedAt: request.at,
    endedAt,
    duration,
    result: interpretation.result,
    summary: interpretation.summary,
    facts: factsOf(draft, end),
    target: interpretation.target,
    aim: interpretation.aim,
    messageId,
    identity: callIdentity(callId, context.hasOwnIds === true ? context.session : messageId, request),
    parallelGroup: isAlone ? null : request.group,
    parentCall: request.parentCall ?? threads.get(request.thread)?.parentCall ?? null,
    agentId: session.startedBy.get(callId) ?? result?.agentId ?? null,
    background: backgroundOf(draft, end, fold),
    hooks,
    progressCount: facts.progress.count,
    permission: permissionOf({ logged: facts.permissions, hooks, heard: draft.heard, result, status: decided.status }),
    flags: flagsOf(draft, masked !== null, session),
    copies: paired.repeats.length === 0 ? NO_COPIES : paired.repeats.map((repeat) => copyOf(repeat, context)),
    evidence: evidenceOf(draft, end),
    problems: problem === null ? interpretation.problems : [...interpretation.problems, problem],
    bodies: bodiesOf(draft),
  };
}

function compareCalls({ bodies: { input: a } }: ToolCall, { bodies: { input: b } }: ToolCall): number {
  return compareRefs(a, b) || comparePointers(a.pointer, b.pointer);
}

/** Sorts into file order, which nearly all are in already. */
export function inOrder(calls: ToolCall[]): ToolCall[] {
  let last: ToolCall | null = null;
  for (const call of calls) {
    if (last !== null && compareCalls(last, call) > 0) return calls.sort(compareCalls);
    last = call;
  }
  return calls;
}

export function tablesOf(
  fold: SessionFold,
  context: ProjectionContext,
): SessionTables & { readonly list: readonly Thread[] } {
  const { byId: threads, list, startedBy } = fold.threads.known();
  const back = takenBack(fold.rollbacks, (thread) => fold.turnsOf(thread));
  return { fold, context, threads, startedBy, takenBack: back, list };
}

/**
 * The session's calls: all of them, or those that may have changed since the last projection. `last` removes the calls from the
 * fold.
 */
export function project(
  fold: SessionFold,
  context: ProjectionContext,
  selection: ReadonlySet<string> | 'all' | 'last' = 'all',
): Projection {
  const problems: Problem[] = [];
  const calls: ToolCall[] = [];
  const isWhole = typeof selection === 'string';
  if (isWhole) fold.takeChanged();
  const drafts = isWhole ? [] : draftsOf(fold, context, problems, selection);
  const session = tablesOf(fold, context);
  const take = (draft: Draft): void => void calls.push(callOf(draft, session));
  if (isWhole) {
    const draft = drafter(fold, context, problems, selection === 'last', take);
    for (const callId of fold.calls.ids()) draft(callId);
  } else drafts.forEach(take);
  return { calls: inOrder(calls), threads: session.list, usage: fold.usage.sums(), problems };
}
