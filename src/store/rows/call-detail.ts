// The compact text next to a call's columns: what no query filters by. What nearly every call shares with others is interned and
// named by its number.

import type { DurationPart } from '../../model/duration.ts';
import type { Facts, ResultShape } from '../../model/interpretation.ts';
import type { Problem } from '../../model/problem.ts';
import type { BodyRef, LineRef } from '../../model/source.ts';
import type { EvidenceRole, Heard, Permission, ToolCall } from '../../model/tool-call.ts';
import type { InternedParts } from './interned.ts';

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

export type Place = readonly [source: number, line: number, offset: number, length: number];
/** A body is in one of the evidence lines, named by its number, or somewhere else. */
export type Body = readonly [at: number | Place, pointer: string];
/** The first in full; a later one of the same file by its distance from the first. */
type Evidence =
  | readonly [role: number, source: number, line: number, offset: number, length: number]
  | readonly [role: number, lines: number, bytes: number, length: number];

/** What nearly every call shares with many others. */
export interface Frame {
  /** statusRule */
  readonly r: string;
  /** What the duration includes. */
  readonly in?: readonly DurationPart[];
  readonly res?: readonly [kind: string, via: ResultShape['via']];
  /** Content and structured companion, when they are in evidence lines. */
  readonly bc?: Body;
  readonly bs?: Body;
}

/** Short names: they are written once per call. Null and empty values are left out. */
export interface Detail extends Frame {
  /** The failure's message. */
  readonly m?: string;
  /** A failure that the call's success hides. */
  readonly mk?: NonNullable<ToolCall['masked']>;
  /** feedback */
  readonly fb?: string;
  /** Facts without a column. */
  readonly f?: Facts;
  /** Number of the target among the facts that it can be, or the target itself, or how it continues after that fact. */
  readonly t?: string | number | readonly [fact: number, rest: string];
  /** aim */
  readonly a?: string;
  readonly mi?: string;
  /** parallelGroup; 1: the message's id. */
  readonly pg?: string | 1;
  readonly pc?: string;
  readonly ag?: string;
  readonly bg?: NonNullable<ToolCall['background']>;
  /** How many hooks; they have their own column. */
  readonly h?: number;
  readonly pr?: number;
  readonly pm?: Permission;
  readonly he?: Heard;
  /** Copies in the same session; a file of the session by its number. */
  readonly cp?: readonly (readonly [file: number | string, line: number, offset: number, length: number])[];
  readonly ev: readonly Evidence[];
  readonly pb?: readonly Problem[];
  /** Input without its pointer, which is a column. */
  readonly bi?: Place;
}

/** As stored: shared parts by number, and the command by the summary if that begins it. */
export type StoredDetail = Omit<Detail, keyof Frame> &
  Partial<Frame> & {
    /** Number of the frame. */
    readonly x: number;
    /** 1: the command is the summary. Else how it continues where the summary was cut. */
    readonly c?: 1 | string;
  };

/** Where a summary was cut. */
const CUT = '…';

export function placeOf({ source, line, offset, length }: LineRef): Place {
  return [source, line, offset, length];
}

/** The number of the evidence line that contains a body; -1 when it is somewhere else. */
function lineOf(body: BodyRef, { evidence }: ToolCall): number {
  return evidence.findIndex(
    (line) => line.source === body.source && line.offset === body.offset && line.length === body.length,
  );
}

function elsewhere(body: BodyRef | null, line: number): Body | undefined {
  return body === null || line !== -1 ? undefined : [placeOf(body), body.pointer];
}

/** A command has less text than the target. */
const COMMAND = TARGETS.indexOf('command');

function targetOf({ target, facts }: ToolCall): Detail['t'] {
  if (target === null) return undefined;
  const same = TARGETS.findIndex((key) => facts[key] === target);
  if (same !== -1) return same;
  const { command } = facts;
  if (command === undefined || !command.endsWith(CUT) || !target.startsWith(command.slice(0, -1))) return target;
  return [COMMAND, target.slice(command.length - 1)];
}

/** How the summary gives the command; undefined when it does not. */
function commandBy(summary: string, command: string | undefined): StoredDetail['c'] {
  // Half a surrogate pair does not survive a column.
  if (command === undefined || /[\0\p{Surrogate}]/u.test(summary)) return undefined;
  if (command === summary) return 1;
  return summary.endsWith(CUT) && command.startsWith(summary.slice(0, -1))
    ? command.slice(summary.length - 1)
    : undefined;
}

function otherFacts(facts: Facts, hasCommand: boolean): Facts | undefined {
  const { path, exitCode, linesAdded, linesRemoved, bytes, tokens, command, ...rest } = facts;
  const others: Facts = hasCommand || command === undefined ? rest : { command, ...rest };
  return Object.keys(others).length === 0 ? undefined : others;
}

function someOf<Item>(items: readonly Item[]): readonly Item[] | undefined {
  return items.length === 0 ? undefined : items;
}

/** Filled one by one: JSON.stringify is faster for such a list than for a mapped one. */
function evidenceOf({ evidence }: ToolCall): Evidence[] {
  const [first] = evidence;
  const lines: Evidence[] = [];
  for (const { role, source, line, offset, length } of evidence) {
    const isLater = lines.length > 0 && first !== undefined && source === first.source;
    if (isLater) lines.push([ROLES.indexOf(role), line - first.line, offset - first.offset, length]);
    else lines.push([ROLES.indexOf(role), source, line, offset, length]);
  }
  return lines;
}

/** What the text needs to know about where it is written. */
export interface DetailHome {
  /** The session's logs by number. */
  numberOf(path: string): number;
  /** The number of a frame, by its parts; its text is requested when it is new. */
  frameNumber(parts: InternedParts, frame: () => string): number;
}

/** `content` and `structured` are the numbers of their evidence lines. */
function frameNumberOf(
  { statusRule, duration, result, bodies }: ToolCall,
  content: number,
  structured: number,
  { frameNumber }: DetailHome,
): number {
  const includes = duration?.includes ?? [];
  const bc = content === -1 ? undefined : bodies.content?.pointer;
  const bs = structured === -1 ? undefined : bodies.structured?.pointer;
  return frameNumber([statusRule, result?.kind, result?.via, content, bc, structured, bs, ...includes], () => {
    const frame = {
      r: statusRule,
      in: someOf(includes),
      res: result === null ? undefined : [result.kind, result.via],
      bc: bc === undefined ? undefined : [content, bc],
      bs: bs === undefined ? undefined : [structured, bs],
    };
    return JSON.stringify(frame);
  });
}

export function detailText(call: ToolCall, home: DetailHome): string {
  const { evidence, bodies, copies } = call;
  const [request] = evidence;
  const { input } = bodies;
  const inputIsRequest =
    request !== undefined &&
    request.offset === input.offset &&
    request.line === input.line &&
    request.source === input.source &&
    request.length === input.length;
  const content = bodies.content === null ? -1 : lineOf(bodies.content, call);
  const structured = bodies.structured === null ? -1 : lineOf(bodies.structured, call);
  const command = commandBy(call.summary, call.facts.command);
  const stored = {
    x: frameNumberOf(call, content, structured, home),
    m: call.failure?.message,
    mk: call.masked ?? undefined,
    fb: call.feedback ?? undefined,
    c: command,
    f: otherFacts(call.facts, command !== undefined),
    t: targetOf(call),
    a: call.aim ?? undefined,
    mi: call.messageId ?? undefined,
    pg: call.parallelGroup === null ? undefined : call.parallelGroup === call.messageId ? 1 : call.parallelGroup,
    pc: call.parentCall ?? undefined,
    ag: call.agentId ?? undefined,
    bg: call.background ?? undefined,
    h: call.hooks.length === 0 ? undefined : call.hooks.length,
    pr: call.progressCount === 0 ? undefined : call.progressCount,
    pm: call.permission ?? undefined,
    he: call.heard,
    cp: someOf(
      copies.map(({ file, line, offset, length }) => {
        const num = home.numberOf(file);
        return [num === -1 ? file : num, line, offset, length] as const;
      }),
    ),
    ev: evidenceOf(call),
    pb: someOf(call.problems),
    bi: inputIsRequest ? undefined : placeOf(input),
    bc: elsewhere(bodies.content, content),
    bs: elsewhere(bodies.structured, structured),
  };
  return JSON.stringify(stored);
}

function commandBySummary(c: 1 | string, summary: string): string {
  return c === 1 ? summary : summary.slice(0, -1) + c;
}

/** The schema's version guarantees the shape of our own words. */
export function parseDetail(text: string): StoredDetail {
  return JSON.parse(text);
}

export function parseFrame(word: string): Frame {
  return JSON.parse(word);
}

/** The complete detail, with its frame. */
export function wholeDetail({ x, c, ...stored }: StoredDetail, summary: string, frame: Frame): Detail {
  if (c === undefined) return { ...frame, ...stored };
  return { ...frame, ...stored, f: { command: commandBySummary(c, summary), ...stored.f } };
}

/** What recovery looks at. */
export type TriedInDetail = Pick<ToolCall, 'target' | 'aim' | 'masked'>;

/** What the call was about and what it hides, from its text alone. */
export function triedInDetail(text: string, summary: string, path: string | null): TriedInDetail {
  const { t, c, f, a, mk } = parseDetail(text);
  const target =
    t === undefined || typeof t === 'string'
      ? t
      : targetIn(t, {
          ...f,
          path: path ?? undefined,
          command: c === undefined ? f?.command : commandBySummary(c, summary),
        });
  return { target: target ?? null, aim: a ?? null, masked: mk ?? null };
}

/** The target that `t` names among the facts. */
export function targetIn(
  t: number | readonly [fact: number, rest: string],
  facts: { readonly [key in (typeof TARGETS)[number]]?: string | undefined },
): string | null {
  const [number, rest] = typeof t === 'number' ? [t, null] : t;
  const fact = facts[TARGETS[number] ?? 'path'];
  if (fact === undefined) return null;
  return rest === null ? fact : fact.slice(0, -1) + rest;
}

/** Evidence in full. */
export function evidenceIn({ ev }: Pick<Detail, 'ev'>): (LineRef & { role: EvidenceRole })[] {
  const [first] = ev;
  return ev.map((entry) => {
    const role = ROLES[entry[0]] ?? 'request';
    if (entry.length === 5) {
      const [, source, line, offset, length] = entry;
      return { source, line, offset, length, role };
    }
    const [, lines, bytes, length] = entry;
    // The first of them is always whole.
    const [, source = 0, line = 0, offset = 0] = first?.length === 5 ? first : [];
    return { source, line: line + lines, offset: offset + bytes, length, role };
  });
}

/** The lines that belong to a call, including copies in its session, from its text alone. */
export function linesInDetail(text: string): { readonly source: number; readonly offset: number }[] {
  const stored = parseDetail(text);
  const copies = (stored.cp ?? []).flatMap(([file, , offset]) =>
    typeof file === 'number' ? [{ source: file, offset }] : [],
  );
  const evidence = evidenceIn(stored).map(({ source, offset }) => ({ source, offset }));
  return [...evidence, ...copies];
}
