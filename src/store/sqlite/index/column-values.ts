// The brief of a call: the numbers that go into it, the same from the call itself or from its row.

import { waitMsOf } from '../../../model/call-times.ts';
import type { ToolCall } from '../../../model/tool-call.ts';
import { wholePath } from '../../../model/whole-path.ts';
import { integerOrNull, type Row, text, textOrNull } from '../../../sqlite/row.ts';
import { type Brief, COLUMN_FLAGS, measureOf } from './call-columns.ts';
import { type InternedKind, type InternedParts, type InternedStrings, WORD_BREAK } from './interned-strings.ts';

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
  /** Of a patch, its other files, one a line. */
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

/** Of rows `c` of calls and `s` of their sessions: what `factsOfRow` reads. */
export const COLUMN_SOURCE = `c.pk, c.session_pk, s.agent, s.project, c.tool, c.tool_id, c.status, c.blame, c.code, c.model,
  c.requested_at, c.ended_at, c.ms, c.basis, c.bound, c.bytes, c.tokens, c.path, c.lines_added, c.lines_removed,
  c.exit_code, c.thread, c.detail ->> '$.f.files' AS files, c.detail ->> '$.f.paths' AS more_paths, c.detail ->> '$.pm.decision' AS decision,
  c.detail ->> '$.pm.by' AS decider, c.detail ->> '$.pm.at' AS decided_at, (c.detail ->> '$.bg') IS NOT NULL AS is_background,
  (c.detail ->> '$.pb') IS NOT NULL AS has_problem, (c.detail ->> '$.h') IS NOT NULL AS has_hooks,
  c.detail ->> '$.mk.code' AS masked_code, c.detail ->> '$.mk.blame' AS masked_blame`;

export function factsOfRow(row: Row): ColumnFacts {
  const decision = textOrNull(row, 'decision');
  const permission =
    decision === null ? null : { decision, by: text(row, 'decider'), at: integerOrNull(row, 'decided_at') };
  const masked = textOrNull(row, 'masked_code');
  return {
    agent: text(row, 'agent'),
    tool: text(row, 'tool'),
    toolId: text(row, 'tool_id'),
    status: text(row, 'status'),
    blame: textOrNull(row, 'blame'),
    code: textOrNull(row, 'code'),
    model: textOrNull(row, 'model'),
    requestedAt: integerOrNull(row, 'requested_at'),
    endedAt: integerOrNull(row, 'ended_at'),
    ms: integerOrNull(row, 'ms'),
    basis: textOrNull(row, 'basis'),
    bound: textOrNull(row, 'bound'),
    bytes: integerOrNull(row, 'bytes'),
    tokens: integerOrNull(row, 'tokens'),
    path: textOrNull(row, 'path'),
    morePaths: textOrNull(row, 'more_paths'),
    files: integerOrNull(row, 'files'),
    added: integerOrNull(row, 'lines_added'),
    removed: integerOrNull(row, 'lines_removed'),
    exitCode: integerOrNull(row, 'exit_code'),
    permission,
    waitMs: waitMsOf(permission, integerOrNull(row, 'requested_at')),
    isMain: row['thread'] === 'main',
    isBackground: row['is_background'] === 1,
    hasProblem: row['has_problem'] === 1,
    hasHooks: row['has_hooks'] === 1,
    masked: masked === null ? null : { code: masked, blame: text(row, 'masked_blame') },
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

function wordOf(words: InternedStrings, kind: InternedKind, parts: InternedParts): number {
  return words.numberOfParts(kind, parts, () => parts.join(WORD_BREAK));
}

/** `project` is the folder that the session's relative paths start from; `recovery` as far as it is known. */
export function briefOf(
  facts: ColumnFacts,
  session: number,
  project: string | null,
  words: InternedStrings,
  recovery: number | null,
): Brief {
  const { path, morePaths, permission, files, masked } = facts;
  const file = path === null ? null : wholePath(path, project);
  // Filters ask about every file of a patch.
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
