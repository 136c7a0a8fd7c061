// A call in brief: the numbers by which very many calls are summed up, with interned strings by number.

import { waitMsOf } from '../../model/call-times.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import { wholePath } from '../../model/whole-path.ts';
import { type InternedKind, type InternedParts, type Interner, WORD_BREAK } from './interned.ts';

/** In packing order. A new one comes last, and needs a new schema: chunks are then made again. */
export const CHUNK_COLUMNS = [
  /** The first: key of the session's row; null if there is no call, or a copy of another session's. */
  'session',
  /** Words: agent, tool id and name; status, blame and code; model. */
  'tool',
  'outcome',
  'model',
  /** When it was requested, or else when it ended. */
  'at',
  'ms',
  /** How the duration is known. */
  'measure',
  'bytes',
  'tokens',
  /** Words: the path as in the log, and the absolute path if known. */
  'path',
  'file',
  /** Files it changed besides that one. */
  'moreFiles',
  'added',
  'removed',
  'exit',
  /** Word: decision and who decided. */
  'permission',
  'flags',
  /** Of a failure: see `recoveryNumber`. Null while that was not examined. */
  'recovery',
  /** Word of an outcome: the failure that a success hides. */
  'masked',
  /** How long a person took to decide: see `waitMsOf`. */
  'wait',
] as const;

export type CallColumn = (typeof CHUNK_COLUMNS)[number];

/** Bits of `flags`. */
export const COLUMN_FLAGS = { main: 1, background: 2, problem: 4, unasked: 8, hooks: 16 } as const;

/** What a measure says: how a duration is known, and whether exactly. */
export const MEASURES: readonly string[] = ['reported', 'hook', 'between-records', 'notification'];

export function measureOf(basis: string | null, bound: string | null): number | null {
  const place = basis === null ? -1 : MEASURES.indexOf(basis);
  return place === -1 ? null : 2 * place + (bound === 'exact' ? 1 : 0);
}

/** One call in brief. */
export type CallNumbers = Readonly<Record<CallColumn, number | null>>;

export interface ColumnFacts {
  readonly agent: string;
  readonly tool: string;
  readonly toolId: string;
  readonly status: string;
  readonly blame: string | null;
  readonly code: string | null;
  readonly model: string | null;
  readonly requestedAt: number | null;
  readonly endedAt: number | null;
  readonly ms: number | null;
  readonly basis: string | null;
  readonly bound: string | null;
  readonly bytes: number | null;
  readonly tokens: number | null;
  readonly path: string | null;
  /** The other files of a patch, one per line. */
  readonly morePaths: string | null;
  readonly files: number | null;
  readonly added: number | null;
  readonly removed: number | null;
  readonly exitCode: number | null;
  readonly permission: { readonly decision: string; readonly by: string } | null;
  readonly waitMs: number | null;
  readonly isMain: boolean;
  readonly isBackground: boolean;
  readonly hasProblem: boolean;
  readonly hasHooks: boolean;
  readonly masked: { readonly blame: string; readonly code: string } | null;
}

export function factsOfCall(call: ToolCall): ColumnFacts {
  const { failure, duration, facts } = call;
  return {
    agent: call.agent,
    tool: call.tool,
    toolId: call.toolId,
    status: call.status,
    blame: failure?.blame ?? null,
    code: failure?.code ?? null,
    model: call.model,
    requestedAt: call.requestedAt,
    endedAt: call.endedAt,
    ms: duration?.ms ?? null,
    basis: duration?.basis ?? null,
    bound: duration?.bound ?? null,
    bytes: facts.bytes ?? null,
    tokens: facts.tokens ?? null,
    path: facts.path ?? null,
    morePaths: facts.paths ?? null,
    files: facts.files ?? null,
    added: facts.linesAdded ?? null,
    removed: facts.linesRemoved ?? null,
    exitCode: facts.exitCode ?? null,
    permission: call.permission,
    waitMs: waitMsOf(call.permission, call.requestedAt),
    isMain: call.thread === 'main',
    isBackground: call.background !== null,
    hasProblem: call.problems.length > 0,
    hasHooks: call.hooks.length > 0,
    masked: call.masked,
  };
}

function flagsOf(facts: ColumnFacts): number {
  return (
    (facts.isMain ? COLUMN_FLAGS.main : 0) +
    (facts.isBackground ? COLUMN_FLAGS.background : 0) +
    (facts.hasProblem ? COLUMN_FLAGS.problem : 0) +
    (facts.requestedAt === null ? COLUMN_FLAGS.unasked : 0) +
    (facts.hasHooks ? COLUMN_FLAGS.hooks : 0)
  );
}

function wordOf(words: Interner, kind: InternedKind, parts: InternedParts): number {
  return words.numberOfParts(kind, parts, () => parts.join(WORD_BREAK));
}

/** `project` is the base folder of the session's relative paths; `recovery` as far as known. */
export function callNumbersOf(
  facts: ColumnFacts,
  session: number,
  project: string | null,
  words: Interner,
  recovery: number | null,
): CallNumbers {
  const { path, morePaths, permission, files, masked } = facts;
  const file = path === null ? null : wholePath(path, project);
  // Filters match every file of a patch.
  const allPaths = path === null || morePaths === null ? path : `${path}${WORD_BREAK}${morePaths}`;
  const pathWord = allPaths === null ? null : words.numberOf('path', allPaths);
  return {
    session,
    tool: wordOf(words, 'tool', [facts.agent, facts.toolId, facts.tool]),
    outcome: wordOf(words, 'outcome', [facts.status, facts.blame, facts.code]),
    model: facts.model === null ? null : words.numberOf('model', facts.model),
    at: facts.requestedAt ?? facts.endedAt,
    ms: facts.ms,
    measure: measureOf(facts.basis, facts.bound),
    bytes: facts.bytes,
    tokens: facts.tokens,
    path: pathWord,
    file: file === null || file === allPaths ? pathWord : words.numberOf('path', file),
    moreFiles: files === null || files <= 1 ? null : files - 1,
    added: facts.added,
    removed: facts.removed,
    exit: facts.exitCode,
    permission: permission === null ? null : wordOf(words, 'permission', [permission.decision, permission.by]),
    flags: flagsOf(facts),
    recovery,
    masked: masked === null ? null : wordOf(words, 'outcome', [facts.status, masked.blame, masked.code]),
    wait: facts.waitMs,
  };
}
