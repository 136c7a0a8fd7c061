// The packed form of a settled call's facts: one short text, a fifth of the memory of the objects, and lossless.

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

type PackedRef = readonly [source: number, line: number, offset: number, length: number];

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
  at: number | null,
  thread: TextNumber,
  /** Only the rule if it went well. */
  verdict: TextNumber | Verdict,
  record: string | null,
  /** 0: the same as the first request's. */
  requestRecord: string | 0 | null,
  content: TextNumber,
  structured: TextNumber | null,
  background: BackgroundHandle | null,
  agentId: string | null,
  runId: string | null,
  reportedMs?: number | null | undefined,
  continues?: string | null | undefined,
  isWrittenWithRequest?: true | null | undefined,
];

type PackedHook = readonly [
  ...ref: PackedRef,
  at: number | null,
  event: TextNumber,
  name: TextNumber,
  command: TextNumber | null,
  outcome: HookOutcome,
  exitCode: number | null,
  durationMs: number | null,
  decision: string | null,
  message: string | null,
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

function refOf([source, line, offset, length]: readonly [...PackedRef, ...unknown[]]): LineRef {
  return { source, line, offset, length };
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
    ref: refOf(packed),
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

function packResult(fact: ResultFact, asked: string | null | undefined, texts: NumberedTexts): PackedResult {
  const { ref, record, requestRecord, pointers, reportedMs, continues, isWrittenWithRequest } = fact;
  const head = [
    ref.source,
    ref.line,
    ref.offset,
    ref.length,
    fact.at,
    texts.numberOf(fact.thread),
    packVerdict(fact.verdict, texts),
    record,
    requestRecord !== null && requestRecord === asked ? 0 : requestRecord,
    texts.numberOf(pointers.content),
    orNumber(pointers.structured, texts),
    fact.background,
    fact.agentId,
    fact.runId,
  ] as const;
  const isPlain = reportedMs === undefined && continues === undefined && isWrittenWithRequest === undefined;
  return isPlain ? head : [...head, reportedMs, continues, isWrittenWithRequest];
}

function unpackResult(packed: PackedResult, known: CallFacts, texts: NumberedTexts): ResultFact {
  const [, , , , at, thread, verdict, record, requestRecord, content, structured, background, agentId, runId] = packed;
  return {
    ref: refOf(packed),
    at,
    thread: texts.textOf(thread),
    callId: known.callId,
    verdict: unpackVerdict(verdict, texts),
    record,
    requestRecord: requestRecord === 0 ? (known.requests[0]?.record ?? null) : requestRecord,
    background,
    agentId,
    runId,
    pointers: { content: texts.textOf(content), structured: orText(structured, texts) },
    reportedMs: packed[14] ?? undefined,
    continues: packed[15] ?? undefined,
    isWrittenWithRequest: packed[16] ?? undefined,
  };
}

function packHook(run: HookRun, texts: NumberedTexts): PackedHook {
  const { ref } = run;
  return [
    ref.source,
    ref.line,
    ref.offset,
    ref.length,
    run.at,
    texts.numberOf(run.event),
    texts.numberOf(run.name),
    orNumber(run.command, texts),
    run.outcome,
    run.exitCode,
    run.durationMs,
    run.decision,
    run.message,
  ];
}

function unpackHook(packed: PackedHook, texts: NumberedTexts): HookRun {
  const [, , , , at, event, name, command, outcome, exitCode, durationMs, decision, message] = packed;
  return {
    event: texts.textOf(event),
    name: texts.textOf(name),
    command: orText(command, texts),
    outcome,
    exitCode,
    durationMs,
    decision,
    message,
    at,
    ref: refOf(packed),
  };
}

/** Without the call's id, which callers that keep the text know. */
export function packFacts(facts: CallFacts, texts: NumberedTexts): string {
  const { supplements, permissions, progress, cleared, heard } = facts;
  const asked = facts.requests[0]?.record;
  const requests = facts.requests.map((fact) => packRequest(fact, texts));
  const results = facts.results.map((fact) => packResult(fact, asked, texts));
  const hooks = facts.hooks.map((run) => packHook(run, texts));
  const isPlain = supplements.length === 0 && permissions.length === 0 && progress.count === 0 && !cleared;
  const packed: PackedFacts =
    isPlain && heard === undefined
      ? [requests, results, hooks]
      : [requests, results, hooks, { supplements, permissions, progress, cleared, heard }];
  return inOnePiece(JSON.stringify(packed));
}

/** Flattens a string: the engine builds long ones as trees, a third larger, until a character is read. */
function inOnePiece(text: string): string {
  return text.charCodeAt(0) > 0 ? text : '';
}

/** New facts, equal to those that were packed. Lists have their exact length: nothing was pushed to them. */
export function unpackFacts(callId: string, text: string, texts: NumberedTexts): CallFacts {
  const [requests, results, hooks, more]: PackedFacts = JSON.parse(text);
  const facts = emptyFacts(callId);
  if (requests.length > 0) facts.requests = requests.map((packed) => unpackRequest(packed, callId, texts));
  if (results.length > 0) facts.results = results.map((packed) => unpackResult(packed, facts, texts));
  if (hooks.length > 0) facts.hooks = hooks.map((packed) => unpackHook(packed, texts));
  if (more === undefined) return facts;
  if (more.supplements.length > 0) facts.supplements = more.supplements;
  if (more.permissions.length > 0) facts.permissions = more.permissions;
  if (more.progress.count > 0) facts.progress = more.progress;
  if (more.heard !== undefined) facts.heard = more.heard;
  facts.cleared = more.cleared;
  return facts;
}
