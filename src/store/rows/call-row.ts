// The call as a row: columns for what is queried, and one compact text for the rest. Lossless.

import { AppError } from '../../base/app-error.ts';
import { integer, integerOrNull, type Row, type RowValue, text, textOrNull } from '../../base/row.ts';
import type { Duration } from '../../model/duration.ts';
import type { Facts } from '../../model/interpretation.ts';
import { BLAMES, type Failure, STATUSES } from '../../model/outcome.ts';
import type { BodyRef, LineRef } from '../../model/source.ts';
import { type Copy, FLAGS, type HookRun, type ToolCall } from '../../model/tool-call.ts';
import {
  type Body,
  type Detail,
  type DetailHome,
  detailText,
  evidenceIn,
  type Frame,
  type Place,
  parseDetail,
  placeOf,
  type StoredDetail,
  type TriedInDetail,
  targetIn,
  triedInDetail,
  wholeDetail,
} from './call-detail.ts';
import { oneOf } from './one-of.ts';
import { type HookName, hookRunOf, type StoredHook, storedHook } from './stored-hook.ts';

/** The columns a call writes, in order; `session_pk` and `copy_of` are the store's own. */
export const CALL_COLUMNS = [
  'call_id',
  'occurrence',
  'thread',
  'turn',
  'source',
  'offset',
  'pointer',
  'tool',
  'tool_id',
  'status',
  'code',
  'blame',
  'requested_at',
  'ended_at',
  'ms',
  'basis',
  'bound',
  'model',
  'summary',
  'path',
  'exit_code',
  'lines_added',
  'lines_removed',
  'bytes',
  'tokens',
  'flags',
  'hooks',
  'identity',
  'detail',
] as const;

/** The original of a call that was copied from a missing session. */
export const NOWHERE = 0;

const BASES = ['reported', 'hook', 'between-records', 'notification'] as const satisfies Duration['basis'][];
const BOUNDS = ['exact', 'at-most'] as const satisfies Duration['bound'][];
/** Facts with a column of their own. */
const FACT_COLUMNS = {
  path: 'path',
  exitCode: 'exit_code',
  linesAdded: 'lines_added',
  linesRemoved: 'lines_removed',
  bytes: 'bytes',
  tokens: 'tokens',
} as const;

/** Where a call's row is written to. */
export interface RowHome extends DetailHome {
  /** The number of the word of a run's hook. */
  hookNumber(run: HookRun): number;
}

/** The values of CALL_COLUMNS. */
export function callValues(call: ToolCall, home: RowHome): RowValue[] {
  const { duration, failure, facts, hooks } = call;
  return [
    call.callId,
    call.occurrence,
    call.thread,
    call.turn,
    call.bodies.input.source,
    call.bodies.input.offset,
    call.bodies.input.pointer,
    call.tool,
    call.toolId,
    call.status,
    failure?.code ?? null,
    failure?.blame ?? null,
    call.requestedAt,
    call.endedAt,
    duration?.ms ?? null,
    duration?.basis ?? null,
    duration?.bound ?? null,
    call.model,
    call.summary,
    facts.path ?? null,
    facts.exitCode ?? null,
    facts.linesAdded ?? null,
    facts.linesRemoved ?? null,
    facts.bytes ?? null,
    facts.tokens ?? null,
    call.flags.length === 0 ? null : call.flags.join(' '),
    hooks.length === 0 ? null : JSON.stringify(hooks.map((run) => storedHook(run, home.hookNumber(run)))),
    call.identity,
    detailText(call, home),
  ];
}

function refOf([source, line, offset, length]: Place): LineRef {
  return { source, line, offset, length };
}

function failureOf(row: Row, detail: Detail): Failure | null {
  const code = textOrNull(row, 'code');
  if (code === null) return null;
  return { code, blame: oneOf(BLAMES, text(row, 'blame')), message: detail.m ?? '' };
}

function durationOf(row: Row, detail: Detail): Duration | null {
  const ms = integerOrNull(row, 'ms');
  if (ms === null) return null;
  return {
    ms,
    basis: oneOf(BASES, text(row, 'basis')),
    bound: oneOf(BOUNDS, text(row, 'bound')),
    includes: detail.in ?? [],
  };
}

function factsOf(row: Row, detail: Detail): Facts {
  const facts: Facts = { ...detail.f };
  const path = textOrNull(row, FACT_COLUMNS.path);
  if (path !== null) facts.path = path;
  for (const key of ['exitCode', 'linesAdded', 'linesRemoved', 'bytes', 'tokens'] as const) {
    const value = integerOrNull(row, FACT_COLUMNS[key]);
    if (value !== null) facts[key] = value;
  }
  return facts;
}

/** What the call was about and what it hides, from its path, summary and detail alone. */
export function triedInRow(row: Row): TriedInDetail {
  return triedInDetail(text(row, 'detail'), text(row, 'summary'), textOrNull(row, 'path'));
}

/** A row whose texts are parsed. Interned strings are still numbers in it. */
export interface StoredCall {
  readonly row: Row;
  readonly detail: StoredDetail;
  readonly hooks: readonly StoredHook[];
}

export function storedCallOf(row: Row): StoredCall {
  const hooks = textOrNull(row, 'hooks');
  // Our own data: the schema's version guarantees its shape.
  return { row, detail: parseDetail(text(row, 'detail')), hooks: hooks === null ? [] : JSON.parse(hooks) };
}

/** What a row does not contain itself. */
export interface CallSurroundings {
  readonly agent: string;
  readonly session: string;
  pathOf(source: number): string;
  /** Copies in other sessions. */
  readonly copies: readonly Copy[];
  /** Shared parts of calls, by number. */
  frameOf(number: number): Frame;
  hookOf(number: number): HookName;
}

export function callOf({ row, detail: stored, hooks }: StoredCall, around: CallSurroundings): ToolCall {
  const summary = text(row, 'summary');
  const detail = wholeDetail(stored, summary, around.frameOf(stored.x));
  const evidence = evidenceIn(detail);
  const [request] = evidence;
  const body = ([at, pointer]: Body): BodyRef => {
    if (typeof at !== 'number') return { ...refOf(at), pointer };
    const line = evidence[at];
    if (line === undefined)
      throw new AppError('store-unusable', 'A call of the index names evidence it does not have.');
    return { source: line.source, line: line.line, offset: line.offset, length: line.length, pointer };
  };
  const input = detail.bi ?? (request === undefined ? undefined : placeOf(request));
  if (input === undefined) throw new AppError('store-unusable', 'A call of the index has no evidence.');
  const facts = factsOf(row, detail);
  const target = detail.t === undefined || typeof detail.t === 'string' ? detail.t : targetIn(detail.t, facts);
  const flags = textOrNull(row, 'flags');
  return {
    agent: around.agent,
    session: around.session,
    callId: text(row, 'call_id'),
    occurrence: integer(row, 'occurrence'),
    thread: text(row, 'thread'),
    turn: integer(row, 'turn'),
    tool: text(row, 'tool'),
    toolId: text(row, 'tool_id'),
    model: textOrNull(row, 'model'),
    status: oneOf(STATUSES, text(row, 'status')),
    statusRule: detail.r,
    failure: failureOf(row, detail),
    masked: detail.mk ?? null,
    feedback: detail.fb ?? null,
    requestedAt: integerOrNull(row, 'requested_at'),
    endedAt: integerOrNull(row, 'ended_at'),
    duration: durationOf(row, detail),
    result: detail.res === undefined ? null : { kind: detail.res[0], via: detail.res[1] },
    summary,
    facts,
    target: target ?? null,
    aim: detail.a ?? null,
    messageId: detail.mi ?? null,
    // Calls of an older version have no identity, and are never copies.
    identity: integerOrNull(row, 'identity') ?? 0,
    parallelGroup: (detail.pg === 1 ? detail.mi : detail.pg) ?? null,
    parentCall: detail.pc ?? null,
    agentId: detail.ag ?? null,
    background: detail.bg ?? null,
    hooks: hooks.map((hook) => hookRunOf(hook, around.hookOf(hook[0]))),
    progressCount: detail.pr ?? 0,
    permission: detail.pm ?? null,
    ...(detail.he === undefined ? {} : { heard: detail.he }),
    flags: flags === null ? [] : flags.split(' ').map((flag) => oneOf(FLAGS, flag)),
    copies: [
      ...(detail.cp ?? []).map(([file, line, offset, length]) => ({
        session: around.session,
        file: typeof file === 'number' ? around.pathOf(file) : file,
        line,
        offset,
        length,
      })),
      ...around.copies,
    ],
    evidence,
    problems: detail.pb ?? [],
    bodies: {
      input: { ...refOf(input), pointer: text(row, 'pointer') },
      content: detail.bc === undefined ? null : body(detail.bc),
      structured: detail.bs === undefined ? null : body(detail.bs),
    },
  };
}
