// Answers "what does the log say of what a session is doing?": open calls, the last words, the last result.

import { integer, integerOrNull, type Row, text, textOrNull } from '../../../base/row.ts';
import type { LogFacts, OpenCall } from '../../../model/live-state.ts';
import { MAIN_THREAD } from '../../../model/observation.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import type { LiveFacts } from '../../questions/sessions.ts';
import { SessionMessages } from './session-messages.ts';

/** More open calls than this say no more. */
const MOST_OPEN = 50;

/** A detail's evidence and input begin with these. */
const PLACE = `coalesce(c.detail ->> '$.bi[1]', c.detail ->> '$.ev[0][2]') AS line,
  coalesce(c.detail ->> '$.bi[3]', c.detail ->> '$.ev[0][4]') AS length`;

function refOf(row: Row): LogFacts['openCalls'][number]['ref'] {
  return {
    source: integer(row, 'source'),
    line: integer(row, 'line'),
    offset: integer(row, 'offset'),
    length: integer(row, 'length'),
  };
}

function permissionOf(row: Row): OpenCall['permission'] {
  const decision = textOrNull(row, 'decision');
  return decision === 'asked' || decision === 'allowed' ? decision : null;
}

export class LiveFactsQuery {
  readonly #open: Query<LiveFacts['openCalls'][number]>;
  readonly #messages: SessionMessages;
  readonly #result: Query<NonNullable<LogFacts['lastResult']>>;

  constructor(database: Database) {
    this.#open = database.query(
      `SELECT c.call_id, c.tool_id, c.requested_at, c.source, c.offset, c.detail ->> '$.pm.decision' AS decision, ${PLACE}
       FROM calls c WHERE c.session_pk = ? AND c.status IN ('running', 'lost') AND c.status = 'running'
         AND c.copy_of IS NULL LIMIT ${MOST_OPEN}`,
      (row) => ({
        callId: text(row, 'call_id'),
        requestedAt: integerOrNull(row, 'requested_at'),
        ref: refOf(row),
        permission: permissionOf(row),
        toolId: text(row, 'tool_id'),
      }),
    );
    this.#messages = new SessionMessages(database);
    this.#result = database.query(
      `SELECT c.call_id, c.ended_at, c.source, c.offset, ${PLACE} FROM calls c
       WHERE c.session_pk = ? AND c.thread = '${MAIN_THREAD}' AND c.ended_at IS NOT NULL
       ORDER BY c.source DESC, c.offset DESC, length(c.pointer) DESC, c.pointer DESC LIMIT 1`,
      (row) => ({ callId: text(row, 'call_id'), at: integerOrNull(row, 'ended_at'), ref: refOf(row) }),
    );
  }

  /** `session` is the key of its row. */
  of(session: number): LiveFacts {
    return {
      openCalls: this.#open.all(session),
      lastMessage: this.#lastMessage(session),
      lastResult: this.#result.get(session) ?? null,
    };
  }

  #lastMessage(session: number): LogFacts['lastMessage'] {
    const last = this.#messages.last(session, MAIN_THREAD);
    return last === undefined ? null : { what: last.what, at: last.at, ref: last.ref };
  }
}
