// Owns the shape of the compact text beside a call's columns, and reading it: what no question is asked about. What nearly
// every call shares with others is written once, as a word, and named by its number.

import type { DurationPart } from '../../model/duration.ts';
import type { Facts, ResultShape } from '../../model/interpretation.ts';
import type { Problem } from '../../model/problem.ts';
import type { LineRef } from '../../model/source.ts';
import type { EvidenceRole, Heard, Permission, ToolCall } from '../../model/tool-call.ts';

export const ROLES = [
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
export const TARGETS = ['path', 'command', 'url', 'query'] as const;

export type Place = readonly [source: number, line: number, offset: number, length: number];
/** A body stands in one of the evidence lines, named by its number, or somewhere else. */
export type Body = readonly [at: number | Place, pointer: string];
/** The first whole; a later one of the same file by how far it lies behind the first. */
type Evidence =
  | readonly [role: number, source: number, line: number, offset: number, length: number]
  | readonly [role: number, lines: number, bytes: number, length: number];

/** What nearly every call shares with many others. */
interface Frame {
  /** statusRule */
  readonly r: string;
  /** What the duration includes. */
  readonly in?: readonly DurationPart[];
  readonly res?: readonly [kind: string, via: ResultShape['via']];
  /** Content and structured companion, when they stand in evidence lines. */
  readonly bc?: Body;
  readonly bs?: Body;
}

/** Short names: they are written once per call. What is null or empty is left out. */
export interface Detail extends Frame {
  /** The failure's message. */
  readonly m?: string;
  /** feedback */
  readonly fb?: string;
  /** Facts without a column. */
  readonly f?: Facts;
  /** Number of the target among the facts that it can be, or the target itself, or how it goes on after that fact. */
  readonly t?: string | number | readonly [fact: number, rest: string];
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
  readonly ev: readonly Evidence[];
  readonly pb?: readonly Problem[];
  /** Input without its pointer, which is a column. */
  readonly bi?: Place;
}

/** As it is written: what calls share by its number, and the command when the summary begins it. */
export type StoredDetail = Omit<Detail, keyof Frame> &
  Partial<Frame> & {
    /** Number of the frame. Rows of an older version have what is in it themselves. */
    readonly x?: number;
    /** 1: the command is the summary. Else how it goes on where the summary was cut. */
    readonly c?: 1 | string;
  };

/** Where a summary was cut. */
export const CUT = '…';

/** The command as a question in SQL can have it, of rows `c` of calls. */
export const COMMAND_OF_ROW = `coalesce(c.detail ->> '$.f.command', CASE c.detail ->> '$.c' WHEN 1 THEN c.summary
  ELSE substr(c.summary, 1, length(c.summary) - 1) || (c.detail ->> '$.c') END)`;

export function placeOf({ source, line, offset, length }: LineRef): Place {
  return [source, line, offset, length];
}

function commandOf({ c, f }: StoredDetail, summary: string): string | undefined {
  if (c === undefined) return f?.command;
  return c === 1 ? summary : summary.slice(0, -1) + c;
}

/** The text as it was meant. `frameOf` gives frames by their numbers. */
export function parseDetail(text: string, summary: string, frameOf: (number: number) => string): Detail {
  // Our own words: the schema's version vouches for their shape.
  const { x, c, ...stored }: StoredDetail = JSON.parse(text);
  const frame: Frame = x === undefined ? { r: '' } : JSON.parse(frameOf(x));
  if (c === undefined) return { ...frame, ...stored };
  const command = commandOf({ c, ev: [] }, summary);
  return { ...frame, ...stored, f: { ...(command === undefined ? {} : { command }), ...stored.f } };
}

/** What the call was about, of its text alone. */
export function targetOfDetail(text: string, summary: string, path: string | null): string | null {
  const stored: StoredDetail = JSON.parse(text);
  const { t, f } = stored;
  if (t === undefined || typeof t === 'string') return t ?? null;
  return targetIn(t, { ...f, path: path ?? undefined, command: commandOf(stored, summary) });
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
export function evidenceIn({ ev }: Detail): (LineRef & { role: EvidenceRole })[] {
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
