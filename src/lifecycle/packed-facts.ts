// The packed form of a settled call's facts: one short text, a fifth of the memory of the objects, and lossless.

import { shortJson } from '../base/short-json.ts';
import type { BackgroundHandle, HookOutcome } from '../model/observation.ts';
import type { Verdict } from '../model/outcome.ts';
import type { LineRef } from '../model/source.ts';
import type { HookRun } from '../model/tool-call.ts';
import {
  type CallFacts,
  emptyFacts,
  type PermissionFact,
  type ProgressFact,
  type RequestFact,
  type ResultFact,
  type SupplementFact,
} from './facts.ts';
import type { HookReport } from './hook-reports.ts';
import type { NumberedTexts, TextNumber } from './numbered-texts.ts';

/** Line and offset count from the call's first request, which is near: that makes a fifth of a text with a result and hooks. */
type PackedRef = readonly [source: number, line: number, offset: number, length: number];

/** From the first request too; in a list of its own where the sum would not be exact. */
type PackedTime = number | null | readonly [number];

type PackedRequest = readonly [
  ...ref: PackedRef,
  at: number | null,
  thread: TextNumber,
  tool: TextNumber,
  record: string | null,
  group: string | null,
  model: TextNumber | null,
  pointer: TextNumber,
  fingerprint: number,
  parentCall?: string | null | undefined,
  implied?: true | null | undefined,
  promptHash?: number | null | undefined,
  wirePointer?: string | null | undefined,
  replayed?: true | null | undefined,
];

type PackedResult = readonly [
  ...ref: PackedRef,
  at: PackedTime,
  thread: TextNumber,
  /** Only the rule if it went well. */
  verdict: TextNumber | Verdict,
  record: string | null,
  /** 0: the same as the first request's. */
  requestRecord: string | 0 | null,
  content: TextNumber,
  structured: TextNumber | null,
  background?: BackgroundHandle | null,
  agentId?: string | null,
  runId?: string | null,
  reportedMs?: number | null | undefined,
  continues?: string | null | undefined,
  isWrittenWithRequest?: true | null | undefined,
];

type PackedHook = readonly [
  ...ref: PackedRef,
  at: PackedTime,
  event: TextNumber,
  name: TextNumber,
  command: TextNumber | null,
  outcome: HookOutcome,
  exitCode: number | null,
  durationMs: number | null,
  decision?: string | null,
  message?: string | null,
];

/** What few calls have comes last, and is absent for the others. */
type PackedFacts = readonly [
  requests: readonly PackedRequest[],
  results: readonly PackedResult[],
  hooks: readonly PackedHook[],
  more?: {
    readonly supplements: SupplementFact[];
    readonly permissions: PermissionFact[];
    readonly progress: ProgressFact;
    readonly cleared: boolean;
    readonly heard: HookReport[] | undefined;
  },
];

function orNumber(text: string | null, texts: NumberedTexts): TextNumber | null {
  return text === null ? null : texts.numberOf(text);
}

function orText(number: TextNumber | null, texts: NumberedTexts): string | null {
  return number === null ? null : texts.textOf(number);
}

/** Where a call's facts count from. */
interface Origin {
  readonly line: number;
  readonly offset: number;
  readonly at: number;
}

const START: Origin = { line: 0, offset: 0, at: 0 };

function originOf({ requests: [first] }: CallFacts): Origin {
  return first === undefined ? START : { line: first.ref.line, offset: first.ref.offset, at: first.at ?? 0 };
}

function refFrom({ line, offset }: Origin, packed: readonly [...PackedRef, ...unknown[]]): LineRef {
  return { source: packed[0], line: line + packed[1], offset: offset + packed[2], length: packed[3] };
}

function packTime(at: number | null, from: Origin): PackedTime {
  if (at === null) return null;
  const since = at - from.at;
  return from.at + since === at ? since : [at];
}

function timeFrom(from: Origin, packed: PackedTime): number | null {
  return typeof packed === 'number' ? from.at + packed : (packed?.[0] ?? null);
}

function packRequest(fact: RequestFact, texts: NumberedTexts): PackedRequest {
  const { ref, parentCall, implied, promptHash, wirePointer, replayed } = fact;
  const head = [
    ref.source,
    ref.line,
    ref.offset,
    ref.length,
    fact.at,
    texts.numberOf(fact.thread),
    texts.numberOf(fact.tool),
    fact.record,
    fact.group,
    orNumber(fact.model, texts),
    texts.numberOf(fact.pointer),
    fact.fingerprint,
  ] as const;
  const isPlain = parentCall === undefined && implied === undefined && promptHash === undefined;
  if (isPlain && wirePointer === undefined && replayed === undefined) return head;
  return [...head, parentCall, implied, promptHash, wirePointer, replayed];
}

function unpackRequest(packed: PackedRequest, callId: string, texts: NumberedTexts): RequestFact {
  const [, , , , at, thread, tool, record, group, model, pointer, fingerprint] = packed;
  return {
    ref: refFrom(START, packed),
    at,
    thread: texts.textOf(thread),
    callId,
    tool: texts.textOf(tool),
    record,
    group,
    model: orText(model, texts),
    pointer: texts.textOf(pointer),
    fingerprint,
    parentCall: packed[12] ?? undefined,
    implied: packed[13] ?? undefined,
    promptHash: packed[14] ?? undefined,
    wirePointer: packed[15] ?? undefined,
    replayed: packed[16] ?? undefined,
  };
}

function packVerdict(verdict: Verdict, texts: NumberedTexts): TextNumber | Verdict {
  const { status, rule, failure, feedback, placeholder } = verdict;
  const isPlain = status === 'ok' && failure === null && feedback === undefined && placeholder === undefined;
  return isPlain ? texts.numberOf(rule) : verdict;
}

function unpackVerdict(packed: TextNumber | Verdict, texts: NumberedTexts): Verdict {
  return typeof packed === 'object' ? packed : { status: 'ok', rule: texts.textOf(packed), failure: null };
}

function packResult(fact: ResultFact, known: CallFacts, from: Origin, texts: NumberedTexts): PackedResult {
  const { ref, record, requestRecord, pointers, background, agentId, runId } = fact;
  const { reportedMs, continues, isWrittenWithRequest } = fact;
  const asked = known.requests[0]?.record;
  const head = [
    ref.source,
    ref.line - from.line,
    ref.offset - from.offset,
    ref.length,
    packTime(fact.at, from),
    texts.numberOf(fact.thread),
    packVerdict(fact.verdict, texts),
    record,
    requestRecord !== null && requestRecord === asked ? 0 : requestRecord,
    texts.numberOf(pointers.content),
    orNumber(pointers.structured, texts),
  ] as const;
  const isTimed = reportedMs !== undefined || continues !== undefined || isWrittenWithRequest !== undefined;
  if (isTimed) return [...head, background, agentId, runId, reportedMs, continues, isWrittenWithRequest];
  return background === null && agentId === null && runId === null ? head : [...head, background, agentId, runId];
}

function unpackResult(packed: PackedResult, known: CallFacts, from: Origin, texts: NumberedTexts): ResultFact {
  const [, , , , at, thread, verdict, record, requestRecord, content, structured] = packed;
  return {
    ref: refFrom(from, packed),
    at: timeFrom(from, at),
    thread: texts.textOf(thread),
    callId: known.callId,
    verdict: unpackVerdict(verdict, texts),
    record,
    requestRecord: requestRecord === 0 ? (known.requests[0]?.record ?? null) : requestRecord,
    background: packed[11] ?? null,
    agentId: packed[12] ?? null,
    runId: packed[13] ?? null,
    pointers: { content: texts.textOf(content), structured: orText(structured, texts) },
    reportedMs: packed[14] ?? undefined,
    continues: packed[15] ?? undefined,
    isWrittenWithRequest: packed[16] ?? undefined,
  };
}

function packHook(run: HookRun, from: Origin, texts: NumberedTexts): PackedHook {
  const { ref, decision, message } = run;
  const head = [
    ref.source,
    ref.line - from.line,
    ref.offset - from.offset,
    ref.length,
    packTime(run.at, from),
    texts.numberOf(run.event),
    texts.numberOf(run.name),
    orNumber(run.command, texts),
    run.outcome,
    run.exitCode,
    run.durationMs,
  ] as const;
  return decision === null && message === null ? head : [...head, decision, message];
}

function unpackHook(packed: PackedHook, from: Origin, texts: NumberedTexts): HookRun {
  const [, , , , at, event, name, command, outcome, exitCode, durationMs, decision, message] = packed;
  return {
    event: texts.textOf(event),
    name: texts.textOf(name),
    command: orText(command, texts),
    outcome,
    exitCode,
    durationMs,
    decision: decision ?? null,
    message: message ?? null,
    at: timeFrom(from, at),
    ref: refFrom(from, packed),
  };
}

/** Without the call's id, which callers that keep the text know. */
export function packFacts(facts: CallFacts, texts: NumberedTexts): string {
  const { supplements, permissions, progress, cleared, heard } = facts;
  const from = originOf(facts);
  const requests = facts.requests.map((fact) => packRequest(fact, texts));
  const results = facts.results.map((fact) => packResult(fact, facts, from, texts));
  const hooks = facts.hooks.map((run) => packHook(run, from, texts));
  const isPlain = supplements.length === 0 && permissions.length === 0 && progress.count === 0 && !cleared;
  const packed: PackedFacts =
    isPlain && heard === undefined
      ? [requests, results, hooks]
      : [requests, results, hooks, { supplements, permissions, progress, cleared, heard }];
  return shortJson(packed);
}

/** New facts, equal to those that were packed. Lists have their exact length: nothing was pushed to them. */
export function unpackFacts(callId: string, text: string, texts: NumberedTexts): CallFacts {
  const [requests, results, hooks, more]: PackedFacts = JSON.parse(text);
  const facts = emptyFacts(callId);
  if (requests.length > 0) facts.requests = requests.map((packed) => unpackRequest(packed, callId, texts));
  const from = originOf(facts);
  if (results.length > 0) facts.results = results.map((packed) => unpackResult(packed, facts, from, texts));
  if (hooks.length > 0) facts.hooks = hooks.map((packed) => unpackHook(packed, from, texts));
  if (more === undefined) return facts;
  if (more.supplements.length > 0) facts.supplements = more.supplements;
  if (more.permissions.length > 0) facts.permissions = more.permissions;
  if (more.progress.count > 0) facts.progress = more.progress;
  if (more.heard !== undefined) facts.heard = more.heard;
  facts.cleared = more.cleared;
  return facts;
}
