// Which sessions count as alive, and what the log says about what one is doing: open calls, the last message, the last result.

import { integer, integerOrNull, type Row, text } from '../../base/row.ts';
import type { CallWithoutResult } from '../../model/live-state.ts';
import { MAIN_THREAD } from '../../model/observation.ts';
import type { LiveSessionRow } from '../index-store.ts';
import type { LiveFacts } from '../questions/sessions.ts';
import { requestPlace, type StoredPlaces } from '../rows/request-place.ts';
import type { Condition } from './condition.ts';
import type { Dialect, SessionRef } from './engine.ts';
import { lastMessage } from './session-messages.ts';
import { ask, askOne, type Steps } from './steps.ts';

/** More open calls than this add nothing. */
const MOST_OPEN = 50;

interface Said extends StoredPlaces {
  readonly pm?: { readonly decision: string };
}

function saidOf(row: Row): Said {
  // Our own data: the schema's version guarantees its shape.
  return JSON.parse(text(row, 'detail'));
}

function refOf(row: Row, said: Said): CallWithoutResult['ref'] {
  const { line, length } = requestPlace(said);
  return { source: integer(row, 'source'), line, offset: integer(row, 'offset'), length };
}

function openCall(row: Row): LiveFacts['openCalls'][number] {
  const said = saidOf(row);
  const decision = said.pm?.decision;
  return {
    callId: text(row, 'call_id'),
    requestedAt: integerOrNull(row, 'requested_at'),
    ref: refOf(row, said),
    permission: decision === 'asked' || decision === 'allowed' ? decision : null,
    toolId: text(row, 'tool_id'),
  };
}

export function* liveFacts(dialect: Dialect, session: SessionRef): Steps<LiveFacts> {
  const { sql, values } = dialect.inSession(session);
  // There is an index of those that are running or lost.
  const open = yield* ask(
    `SELECT c.call_id, c.tool_id, c.requested_at, c.source, c."offset", c.detail FROM calls c
     WHERE ${sql} AND c.status IN ('running', 'lost') AND c.status = 'running' AND c.copy_of IS NULL
     ORDER BY c.call_id, c.occurrence LIMIT ${MOST_OPEN}`,
    ...values,
  );
  const result = yield* askOne(
    `SELECT c.call_id, c.ended_at, c.source, c."offset", c.detail FROM calls c
     WHERE ${sql} AND c.thread = '${MAIN_THREAD}' AND c.ended_at IS NOT NULL
     ORDER BY c.source DESC, c."offset" DESC, length(c.pointer) DESC, c.pointer DESC LIMIT 1`,
    ...values,
  );
  const last = yield* lastMessage(session.pk, MAIN_THREAD);
  return {
    openCalls: open.map(openCall),
    lastMessage: last === undefined ? null : { what: last.what, at: last.at, ref: last.ref },
    lastResult:
      result === undefined
        ? null
        : {
            callId: text(result, 'call_id'),
            at: integerOrNull(result, 'ended_at'),
            ref: refOf(result, saidOf(result)),
          },
  };
}

/** Sessions that count as alive until they fall silent. `own`: a condition on rows `s`. */
export function* liveSessions(own: Condition): Steps<LiveSessionRow[]> {
  const rows = yield* ask(
    `SELECT s.agent, s.id, s.last_at, coalesce((SELECT max(modified_at) FROM sources
       WHERE session_pk = s.pk AND ledger IS NOT NULL), 0) AS modified_at FROM sessions s
     WHERE s.live = 1 AND s.waits = 0 AND ${own.sql}`,
    ...own.values,
  );
  return rows.map((row) => ({
    agent: text(row, 'agent'),
    id: text(row, 'id'),
    lastAt: integerOrNull(row, 'last_at'),
    modifiedAt: integer(row, 'modified_at'),
  }));
}
