// Owns the question "what did this session try, and did it work?": its calls in the order of its files, in brief.

import type { CallStatus, Failure } from '../../model/outcome.ts';
import { BLAMES, STATUSES } from '../../model/outcome.ts';
import type { Database, Query } from '../database.ts';
import { targetOfRow } from '../index/call-row.ts';
import { oneOf } from '../index/one-of.ts';
import { integerOrNull, type Row, text, textOrNull } from '../row.ts';

export interface SessionAttempt {
  readonly callId: string;
  readonly toolId: string;
  readonly target: string | null;
  readonly thread: string;
  readonly status: CallStatus;
  readonly failure: Failure | null;
  readonly requestedAt: number | null;
  readonly endedAt: number | null;
}

function attempt(row: Row): SessionAttempt {
  const code = textOrNull(row, 'code');
  return {
    callId: text(row, 'call_id'),
    toolId: text(row, 'tool_id'),
    target: targetOfRow(row),
    thread: text(row, 'thread'),
    status: oneOf(STATUSES, text(row, 'status')),
    failure: code === null ? null : { code, blame: oneOf(BLAMES, text(row, 'blame')), message: '' },
    requestedAt: integerOrNull(row, 'requested_at'),
    endedAt: integerOrNull(row, 'ended_at'),
  };
}

export class SessionAttempts {
  readonly #rows: Query<SessionAttempt>;

  constructor(database: Database) {
    this.#rows = database.query(
      `SELECT c.call_id, c.tool_id, c.thread, c.status, c.code, c.blame, c.requested_at, c.ended_at, c.path, c.detail
       FROM calls c WHERE c.session_pk = (SELECT pk FROM sessions WHERE agent = ? AND id = ?) AND c.copy_of IS NULL
       ORDER BY c.source, c.offset, c.pointer, c.occurrence`,
      attempt,
    );
  }

  of(agent: string, session: string): SessionAttempt[] {
    return this.#rows.all(agent, session);
  }
}
