// Owns the question "which calls touched which files?": one row per call and file it names, in no particular order.

import { BLAMES, type Blame, type CallStatus, STATUSES } from '../../model/outcome.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import type { Database } from '../database.ts';
import { oneOf } from '../index/one-of.ts';
import { integerOrNull, type Row, text, textOrNull } from '../row.ts';
import { CallReader } from './call-reader.ts';
import { condition, joinConditions } from './condition.ts';
import { type CallQuestion, FindCalls, questionCondition } from './find-calls.ts';

/** What a tool does to the file it names. */
export type FileTouch = 'read' | 'edit' | 'write';

export interface TouchQuestion extends CallQuestion {
  /** Tool id → what it does to files; calls of other tools touch none. */
  readonly touches: ReadonlyMap<string, FileTouch>;
}

export interface TouchingCall {
  readonly agent: string;
  readonly session: string;
  /** The folder that relative paths start from. */
  readonly project: string | null;
  readonly touch: FileTouch;
  /** The file, or the first of several. */
  readonly path: string;
  /** How many files it changed. */
  readonly files: number;
  readonly status: CallStatus;
  readonly blame: Blame | null;
  readonly linesAdded: number | null;
  readonly linesRemoved: number | null;
  readonly at: number | null;
  /** The whole call, and the names of its session's files. */
  open(): { readonly call: ToolCall; pathOf(source: number): string };
}

const COLUMNS = `s.agent, s.id, s.project, c.pk, c.tool_id, c.path, c.status, c.blame, c.lines_added, c.lines_removed,
  coalesce(c.requested_at, c.ended_at) AS at, json_extract(c.detail, '$.f.files') AS files`;

export function* filesTouched(database: Database, question: TouchQuestion): Generator<TouchingCall> {
  const { where, decided } = questionCondition(question, database);
  const { touches } = question;
  const names = [...touches.keys()];
  const touching = condition(`c.path IS NOT NULL AND c.tool_id IN (${names.map(() => '?').join(', ')})`, ...names);
  if (decided.isExact) {
    const { sql, values } = joinConditions([touching, where], 'AND');
    const reader = new CallReader(database);
    const whole = database.query('SELECT * FROM calls WHERE pk = ?', (row) => row);
    const rows = database.query(
      `SELECT ${COLUMNS} FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE ${sql}`,
      (row) =>
        touchOfRow(row, touches, () => {
          const full = whole.get(row['pk'] ?? null) ?? row;
          return { call: reader.read(full), pathOf: reader.pathOf(full) };
        }),
    );
    yield* rows.each(...values);
    return;
  }
  const project = database.query('SELECT project FROM sessions WHERE agent = ? AND id = ?', (row) =>
    textOrNull(row, 'project'),
  );
  for (const found of new FindCalls(database, question).newestFirst()) {
    const { agent, session, toolId, facts, status, failure, requestedAt, endedAt } = found.call;
    const touch = touches.get(toolId);
    if (touch === undefined || facts.path === undefined) continue;
    yield {
      agent,
      session,
      project: project.get(agent, session) ?? null,
      touch,
      path: facts.path,
      files: facts.files ?? 1,
      status,
      blame: failure?.blame ?? null,
      linesAdded: facts.linesAdded ?? null,
      linesRemoved: facts.linesRemoved ?? null,
      at: requestedAt ?? endedAt,
      open: () => found,
    };
  }
}

/** Calls by the keys of their rows, each with the key of its session. */
export function touchingCalls(
  database: Database,
  touches: TouchQuestion['touches'],
  keys: readonly number[],
): { readonly touch: TouchingCall; readonly session: string }[] {
  const reader = new CallReader(database);
  const whole = database.query('SELECT * FROM calls WHERE pk = ?', (row) => row);
  const one = database.query(
    `SELECT ${COLUMNS}, c.session_pk FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE c.pk = ?`,
    (row) => ({
      session: String(row['session_pk']),
      touch: touchOfRow(row, touches, () => {
        const full = whole.get(row['pk'] ?? null) ?? row;
        return { call: reader.read(full), pathOf: reader.pathOf(full) };
      }),
    }),
  );
  return keys.flatMap((key) => one.get(key) ?? []);
}

function touchOfRow(row: Row, touches: ReadonlyMap<string, FileTouch>, open: TouchingCall['open']): TouchingCall {
  const blame = textOrNull(row, 'blame');
  return {
    agent: text(row, 'agent'),
    session: text(row, 'id'),
    project: textOrNull(row, 'project'),
    touch: touches.get(text(row, 'tool_id')) ?? 'read',
    path: text(row, 'path'),
    files: integerOrNull(row, 'files') ?? 1,
    status: oneOf(STATUSES, text(row, 'status')),
    blame: blame === null ? null : oneOf(BLAMES, blame),
    linesAdded: integerOrNull(row, 'lines_added'),
    linesRemoved: integerOrNull(row, 'lines_removed'),
    at: integerOrNull(row, 'at'),
    open,
  };
}
