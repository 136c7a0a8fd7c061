// Sessions in the database `opencode.db`: which there are, when each changed, and its rows as records. Two programs use this name; the
// tables show which one it is. Tables with accounts, credentials and shares are never queried.

import { asNumber, asString, type JsonObject } from '../../base/json.ts';
import type { DatabaseSource, PlacedRecord, RowQuery, SessionRow } from '../source.ts';
import { eventRecords, isTold, type ToldStates } from './events.ts';
import { goRecords, goSession, goSessions } from './go-database.ts';
import { isDatabase } from './locate.ts';
import {
  headRecord,
  messageHead,
  messageRecord,
  partRecord,
  placed,
  type SessionHead,
  stateRecord,
} from './records.ts';
import { dataOf } from './row-data.ts';

interface Tables {
  readonly kind: 'own' | 'go' | 'other';
  readonly hasEvents: boolean;
}

function tablesOf(query: RowQuery): Tables {
  const names = new Set<unknown>();
  for (const { name } of query("SELECT name FROM sqlite_master WHERE type = 'table'")) names.add(name);
  const holds = (...wanted: readonly string[]): boolean => wanted.every((name) => names.has(name));
  const kind = holds('session', 'message', 'part') ? 'own' : holds('sessions', 'messages') ? 'go' : 'other';
  return { kind, hasEvents: holds('event') };
}

/** Parts change without their session: its time says when it was last written to. Sizes are computed without reading texts. */
function stampSql({ hasEvents }: Tables, where: string): string {
  const stamp = (table: string): string =>
    `SELECT session_id, max(time_updated) AS changed, count(*) + sum(octet_length(data)) AS bytes FROM ${table} ${where} GROUP BY session_id`;
  const of = where === '' ? '' : 'WHERE aggregate_id = ?1';
  const events = hasEvents
    ? `SELECT aggregate_id, max(seq) AS last FROM event ${of} GROUP BY aggregate_id`
    : 'SELECT NULL AS aggregate_id, 0 AS last';
  return `SELECT session.id, octet_length(session.title) + coalesce(m.bytes, 0) + coalesce(p.bytes, 0) + coalesce(e.last, 0) AS size,
      max(session.time_updated, coalesce(m.changed, 0), coalesce(p.changed, 0)) AS changed
    FROM session
    LEFT JOIN (${stamp('message')}) m ON m.session_id = session.id
    LEFT JOIN (${stamp('part')}) p ON p.session_id = session.id
    LEFT JOIN (${events}) e ON e.aggregate_id = session.id
    ${where === '' ? 'ORDER BY session.id' : 'WHERE session.id = ?1'}`;
}

function sessionRow(row: JsonObject): SessionRow {
  return {
    id: String(row['id']),
    modifiedAt: asNumber(row['changed']) ?? 0,
    size: asNumber(row['size']) ?? 0,
  };
}

/** A subagent is a separate session: the topmost one holds the whole conversation. */
const ROOT = `WITH RECURSIVE up(id, parent, depth) AS (
    SELECT id, parent_id, 0 FROM session WHERE id = ?
    UNION ALL SELECT session.id, session.parent_id, depth + 1 FROM session JOIN up ON session.id = up.parent WHERE depth < 50
  ) SELECT id FROM up ORDER BY depth DESC LIMIT 1`;

function headOf(query: RowQuery, id: string): { readonly head: SessionHead; readonly row: JsonObject } | undefined {
  const sql = 'SELECT parent_id, directory, version, title, time_created, time_updated FROM session WHERE id = ?';
  const [row] = query(sql, id);
  if (row === undefined) return undefined;
  const [top] = query(ROOT, id);
  const root = asString(top?.['id']) ?? id;
  const head: SessionHead = {
    id,
    // A parent without a row in the database cannot be shown.
    parent: root === id ? null : (asString(row['parent_id']) ?? null),
    root,
    directory: asString(row['directory']) ?? null,
    version: asString(row['version']) ?? null,
    created: asNumber(row['time_created']) ?? null,
  };
  return { head, row };
}

const MESSAGES = 'SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id';
const PARTS = 'SELECT id, message_id, time_created, data FROM part WHERE session_id = ? ORDER BY id';

/** Every message followed by its parts, as they are now, without those already reported. */
function* rowRecords(query: RowQuery, session: string, told: ToldStates): Iterable<PlacedRecord> {
  const parts = new Map<string, JsonObject[]>();
  for (const row of query(PARTS, session)) {
    const message = String(row['message_id']);
    const list = parts.get(message);
    if (list === undefined) parts.set(message, [row]);
    else list.push(row);
  }
  for (const row of query(MESSAGES, session)) {
    const message = String(row['id']);
    const info = dataOf(row['data']);
    if (!isTold(told, message, String(row['data']))) {
      yield placed(messageRecord({ session, id: message, isLast: true }, info), `row ${message} of message`);
    }
    const head = messageHead(info);
    for (const part of parts.get(message) ?? []) {
      const id = String(part['id']);
      if (isTold(told, id, String(part['data']))) continue;
      const of = { message, head, created: asNumber(part['time_created']) ?? null };
      const record = partRecord({ session, id, isLast: true }, of, dataOf(part['data']));
      yield placed(record, `row ${id} of part`);
    }
  }
}

/** Events come first, because they are only added to; then whatever they do not contain. */
function* ownRecords(query: RowQuery, session: string, tables: Tables): Iterable<PlacedRecord> {
  const found = headOf(query, session);
  if (found === undefined) return;
  const { head, row } = found;
  yield placed(headRecord(head), `row ${session} of session`);
  const told: ToldStates = new Map();
  if (tables.hasEvents) yield* eventRecords(query, session, told);
  yield* rowRecords(query, session, told);
  const title = asString(row['title']) ?? '';
  if (told.get(session) === title) return;
  yield placed(stateRecord(session, asNumber(row['time_updated']) ?? null, { title }), `row ${session} of session`);
}

export const database: DatabaseSource = {
  kind: 'database',
  isDatabase,
  *sessions(query): Iterable<SessionRow> {
    const tables = tablesOf(query);
    if (tables.kind === 'go') yield* goSessions(query);
    else if (tables.kind === 'own') for (const row of query(stampSql(tables, ''))) yield sessionRow(row);
  },
  session(query, id): SessionRow | undefined {
    const tables = tablesOf(query);
    if (tables.kind === 'go') return goSession(query, id);
    if (tables.kind === 'other') return undefined;
    const [row] = query(stampSql(tables, 'WHERE session_id = ?1'), id);
    return row === undefined ? undefined : sessionRow(row);
  },
  *records(query, session): Iterable<PlacedRecord> {
    const tables = tablesOf(query);
    if (tables.kind === 'go') yield* goRecords(query, session);
    else if (tables.kind === 'own') yield* ownRecords(query, session, tables);
  },
};
