// Owns the call as a row: columns for what is asked about, and one compact text for the rest. Nothing is lost on the way.

import { AppError } from '../../base/app-error.ts';
import type { Duration, DurationPart } from '../../model/duration.ts';
import type { Facts, ResultShape } from '../../model/interpretation.ts';
import { BLAMES, type Failure, STATUSES } from '../../model/outcome.ts';
import type { Problem } from '../../model/problem.ts';
import type { BodyRef, LineRef } from '../../model/source.ts';
import {
  type Copy,
  type EvidenceRole,
  FLAGS,
  type Heard,
  type HookRun,
  type Permission,
  type ToolCall,
} from '../../model/tool-call.ts';
import type { SqlValue } from '../driver.ts';
import { integer, integerOrNull, type Row, text, textOrNull } from '../row.ts';
import { oneOf } from './one-of.ts';

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
  'detail',
] as const;

const BASES = ['reported', 'hook', 'between-records', 'notification'] as const satisfies Duration['basis'][];
const BOUNDS = ['exact', 'at-most'] as const satisfies Duration['bound'][];
const ROLES = [
  'request',
  'result',
  'structured',
  'hook',
  'permission',
  'progress',
  'end',
  'duplicate',
] as const satisfies EvidenceRole[];

/** A call's target is often one of its facts. */
const TARGETS = ['path', 'command', 'url', 'query'] as const;

/** Facts with a column of their own. */
const FACT_COLUMNS = {
  path: 'path',
  exitCode: 'exit_code',
  linesAdded: 'lines_added',
  linesRemoved: 'lines_removed',
  bytes: 'bytes',
  tokens: 'tokens',
} as const;

type Place = readonly [source: number, line: number, offset: number, length: number];
/** A body stands in one of the evidence lines, named by its number, or somewhere else. */
type Body = readonly [at: number | Place, pointer: string];

/** Short names: they are written once per call. What is null or empty is left out. */
interface Detail {
  /** statusRule */
  readonly r: string;
  /** The failure's message. */
  readonly m?: string;
  /** feedback */
  readonly fb?: string;
  /** What the duration includes. */
  readonly in?: readonly DurationPart[];
  readonly res?: readonly [kind: string, via: ResultShape['via']];
  /** Facts without a column. */
  readonly f?: Facts;
  readonly t?: string | number;
  readonly pg?: string;
  readonly pc?: string;
  readonly ag?: string;
  readonly bg?: NonNullable<ToolCall['background']>;
  /** How many hooks; they are rows of their own. */
  readonly h?: number;
  readonly pr?: number;
  readonly pm?: Permission;
  readonly he?: Heard;
  /** Copies in the same session; a file of the session by its number. */
  readonly cp?: readonly (readonly [file: number | string, line: number, offset: number, length: number])[];
  /** Evidence: role, then place. */
  readonly ev: readonly (readonly [role: number, source: number, line: number, offset: number, length: number])[];
  readonly pb?: readonly Problem[];
  /** Input without its pointer, which is a column; content; structured companion. */
  readonly bi?: Place;
  readonly bc?: Body;
  readonly bs?: Body;
}

function placeOf({ source, line, offset, length }: LineRef): Place {
  return [source, line, offset, length];
}

function bodyOf(body: BodyRef, { evidence }: ToolCall): Body {
  const at = evidence.findIndex(
    (line) => line.source === body.source && line.offset === body.offset && line.length === body.length,
  );
  return [at === -1 ? placeOf(body) : at, body.pointer];
}

function targetOf({ target, facts }: ToolCall): string | number | undefined {
  if (target === null) return undefined;
  const same = TARGETS.findIndex((key) => facts[key] === target);
  return same === -1 ? target : same;
}

function otherFacts(facts: Facts): Facts | undefined {
  const { path, exitCode, linesAdded, linesRemoved, bytes, tokens, ...others } = facts;
  return Object.keys(others).length === 0 ? undefined : others;
}

function someOf<Item>(items: readonly Item[]): readonly Item[] | undefined {
  return items.length === 0 ? undefined : items;
}

function detailOf(call: ToolCall, numberOf: (path: string) => number): string {
  const { evidence, bodies, copies } = call;
  const [request] = evidence;
  const inputIsRequest =
    request !== undefined &&
    request.offset === bodies.input.offset &&
    request.line === bodies.input.line &&
    request.source === bodies.input.source &&
    request.length === bodies.input.length;
  return JSON.stringify({
    r: call.statusRule,
    m: call.failure?.message,
    fb: call.feedback ?? undefined,
    in: someOf(call.duration?.includes ?? []),
    res: call.result === null ? undefined : [call.result.kind, call.result.via],
    f: otherFacts(call.facts),
    t: targetOf(call),
    pg: call.parallelGroup ?? undefined,
    pc: call.parentCall ?? undefined,
    ag: call.agentId ?? undefined,
    bg: call.background ?? undefined,
    h: call.hooks.length === 0 ? undefined : call.hooks.length,
    pr: call.progressCount === 0 ? undefined : call.progressCount,
    pm: call.permission ?? undefined,
    he: call.heard,
    cp: someOf(
      copies.map(({ file, line, offset, length }) => {
        const num = numberOf(file);
        return [num === -1 ? file : num, line, offset, length];
      }),
    ),
    ev: evidence.map((line) => [ROLES.indexOf(line.role), ...placeOf(line)]),
    pb: someOf(call.problems),
    bi: inputIsRequest ? undefined : placeOf(bodies.input),
    bc: bodies.content === null ? undefined : bodyOf(bodies.content, call),
    bs: bodies.structured === null ? undefined : bodyOf(bodies.structured, call),
  });
}

/** The values of CALL_COLUMNS. */
export function callValues(call: ToolCall, numberOf: (path: string) => number): SqlValue[] {
  const { duration, failure, facts } = call;
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
    detailOf(call, numberOf),
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

/** What the call was about, from its path and detail alone. */
export function targetOfRow(row: Row): string | null {
  const { t, f }: Detail = JSON.parse(text(row, 'detail'));
  if (typeof t !== 'number') return t ?? null;
  const key = TARGETS[t] ?? 'path';
  return (key === 'path' ? textOrNull(row, 'path') : f?.[key]) ?? null;
}

/** What a row does not hold by itself. */
export interface CallSurroundings {
  readonly agent: string;
  readonly session: string;
  pathOf(source: number): string;
  /** Only asked for calls that have hooks. */
  hooksOf(callId: string): readonly HookRun[];
  /** Copies in other sessions. */
  readonly copies: readonly Copy[];
}

export function callOf(row: Row, around: CallSurroundings): ToolCall {
  // Our own words: the schema's version vouches for their shape.
  const detail: Detail = JSON.parse(text(row, 'detail'));
  const evidence = detail.ev.map(([role, ...place]) => ({ ...refOf(place), role: ROLES[role] ?? 'request' }));
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
  const callId = text(row, 'call_id');
  const facts = factsOf(row, detail);
  const target = typeof detail.t === 'number' ? facts[TARGETS[detail.t] ?? 'path'] : detail.t;
  const flags = textOrNull(row, 'flags');
  return {
    agent: around.agent,
    session: around.session,
    callId,
    occurrence: integer(row, 'occurrence'),
    thread: text(row, 'thread'),
    turn: integer(row, 'turn'),
    tool: text(row, 'tool'),
    toolId: text(row, 'tool_id'),
    model: textOrNull(row, 'model'),
    status: oneOf(STATUSES, text(row, 'status')),
    statusRule: detail.r,
    failure: failureOf(row, detail),
    feedback: detail.fb ?? null,
    requestedAt: integerOrNull(row, 'requested_at'),
    endedAt: integerOrNull(row, 'ended_at'),
    duration: durationOf(row, detail),
    result: detail.res === undefined ? null : { kind: detail.res[0], via: detail.res[1] },
    summary: text(row, 'summary'),
    facts,
    target: target ?? null,
    parallelGroup: detail.pg ?? null,
    parentCall: detail.pc ?? null,
    agentId: detail.ag ?? null,
    background: detail.bg ?? null,
    hooks: detail.h === undefined ? [] : around.hooksOf(callId),
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
