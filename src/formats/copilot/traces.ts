// The database in which VS Code's chat keeps its spans, if the user enabled that: chats, and the spans of each as records. Only spans
// that name a chat are read: the others belong to no call of a model.

import { asNumber, asString, type JsonObject } from '../../base/json.ts';
import type { DatabaseSource, PlacedRecord, RowQuery, SessionRow } from '../source.ts';
import { isTraces } from './locate.ts';

function hasSpans(query: RowQuery): boolean {
  const sql = "SELECT count(*) AS n FROM sqlite_master WHERE type = 'table' AND name IN ('spans', 'span_attributes')";
  const [row] = query(sql);
  return row?.['n'] === 2;
}

/** Spans are written when they have ended, and deleted after some days: sizes show both. */
function stampSql(where: string): string {
  return `SELECT chat_session_id AS id, max(end_time_ms) AS changed, count(*) + sum((
      SELECT coalesce(sum(octet_length(a.value)), 0) FROM span_attributes a WHERE a.span_id = spans.span_id)) AS size
    FROM spans WHERE ${where} GROUP BY chat_session_id ORDER BY chat_session_id`;
}

function sessionRow(row: JsonObject): SessionRow {
  return {
    id: String(row['id']),
    modifiedAt: Math.round(asNumber(row['changed']) ?? 0),
    size: asNumber(row['size']) ?? 0,
  };
}

function attribute(name: string, key: string): string {
  return `(SELECT a.value FROM span_attributes a WHERE a.span_id = s.span_id AND a.key = '${key}') AS ${name}`;
}

/** A hook's input contains the whole input of its call: only which call it is, and where, is used. */
const TOLD = `(SELECT CASE WHEN json_valid(a.value) THEN json_object('call', a.value ->> '$.tool_use_id', 'cwd', a.value ->> '$.cwd') END
  FROM span_attributes a WHERE a.span_id = s.span_id AND a.key = 'copilot_chat.hook_input') AS told`;

const SPANS = `SELECT s.span_id, s.name, s.operation_name, s.start_time_ms, s.end_time_ms, s.status_code, s.status_message,
    s.request_model, s.response_model, s.input_tokens, s.output_tokens, s.cached_tokens, s.reasoning_tokens, s.tool_name, s.tool_call_id,
    ${attribute('arguments', 'gen_ai.tool.call.arguments')}, ${attribute('result', 'gen_ai.tool.call.result')},
    ${attribute('error_type', 'error.type')}, ${attribute('asked', 'copilot_chat.user_request')},
    ${attribute('branch', 'copilot_chat.repo.head_branch_name')}, ${attribute('hook', 'copilot_chat.hook_type')},
    ${attribute('hook_command', 'copilot_chat.hook_command')}, ${attribute('hook_result', 'copilot_chat.hook_result_kind')},
    ${attribute('hook_exit_code', 'copilot_chat.hook_exit_code')}, ${TOLD}
  FROM spans s WHERE s.chat_session_id = ? ORDER BY s.rowid`;

function spanRecord(chat: string, row: JsonObject): PlacedRecord {
  const span = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  return { record: { chat, span }, where: `row ${asString(row['span_id']) ?? ''} of spans` };
}

export const traces: DatabaseSource = {
  kind: 'database',
  isDatabase: isTraces,
  *sessions(query): Iterable<SessionRow> {
    if (!hasSpans(query)) return;
    for (const row of query(stampSql("chat_session_id <> ''"))) yield sessionRow(row);
  },
  session(query, id): SessionRow | undefined {
    const [row] = hasSpans(query) ? query(stampSql('chat_session_id = ?1'), id) : [];
    return row === undefined ? undefined : sessionRow(row);
  },
  *records(query, session): Iterable<PlacedRecord> {
    if (!hasSpans(query)) return;
    for (const row of query(SPANS, session)) yield spanRecord(session, row);
  },
};
