// The database of the older program named OpenCode, written in Go: sessions, and messages whose parts are one JSON list.

import { asArray, asNumber, asObject, asString, type JsonObject, parseJson } from '../../base/json.ts';
import type { PlacedRecord, RowQuery, SessionRow } from '../source.ts';
import { GO_AGENT } from './locate.ts';

const STAMP = `SELECT sessions.id, max(sessions.updated_at, coalesce(max(messages.updated_at), 0)) AS changed,
    octet_length(sessions.title) + coalesce(sum(octet_length(messages.parts)), 0) + count(messages.id) AS size
  FROM sessions LEFT JOIN messages ON messages.session_id = sessions.id`;

/** Its tables say milliseconds; versions wrote seconds. */
function instant(value: unknown): number | null {
  const time = asNumber(value);
  if (time === undefined) return null;
  return time < 100_000_000_000 ? time * 1000 : time;
}

function rowOf(row: JsonObject): SessionRow {
  return { id: String(row['id']), modifiedAt: instant(row['changed']) ?? 0, size: asNumber(row['size']) ?? 0 };
}

export function* goSessions(query: RowQuery): Iterable<SessionRow> {
  for (const row of query(`${STAMP} GROUP BY sessions.id ORDER BY sessions.id`)) yield rowOf(row);
}

export function goSession(query: RowQuery, id: string): SessionRow | undefined {
  const [row] = query(`${STAMP} WHERE sessions.id = ? GROUP BY sessions.id`, id);
  return row === undefined ? undefined : rowOf(row);
}

const MESSAGES =
  'SELECT id, role, parts, model, created_at FROM messages WHERE session_id = ? ORDER BY created_at, rowid';

function partsOf(text: unknown): readonly JsonObject[] {
  const parsed = parseJson(asString(text) ?? '');
  return (parsed.ok ? (asArray(parsed.value) ?? []) : []).map((part) => asObject(part) ?? {});
}

export function* goRecords(query: RowQuery, session: string): Iterable<PlacedRecord> {
  const [row] = query('SELECT parent_session_id, title, cost, created_at FROM sessions WHERE id = ?', session);
  if (row === undefined) return;
  const own = { agent: GO_AGENT, session };
  const parent = asString(row['parent_session_id']) ?? null;
  const head = { type: 'session', ...own, parent, at: instant(row['created_at']) };
  yield { record: head, where: `row ${session} of sessions` };
  for (const { id, role, parts, model, created_at } of query(MESSAGES, session)) {
    const record = { type: 'message', ...own, id, role, model, at: instant(created_at), parts: partsOf(parts) };
    yield { record, where: `row ${String(id)} of messages` };
  }
  const { title, cost } = row;
  yield {
    record: { type: 'session-state', ...own, title, cost, at: head.at },
    where: `row ${session} of sessions`,
  };
}
