// Answers "what did this session try, and did it work?": its calls in the order of its files, in brief.

import { integer } from '../../../base/row.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import type { SessionAttempt } from '../../questions/sessions.ts';
import { attemptOfRow } from '../../rows/attempt-row.ts';

const COLUMNS = `c.pk, c.call_id, c.occurrence, c.tool_id, c.thread, c.status, c.code, c.blame, c.requested_at, c.ended_at, c.path,
  c.summary, c.detail
  FROM calls c WHERE c.copy_of IS NULL`;
const ORDER = 'ORDER BY c.source, c.offset, length(c.pointer), c.pointer, c.occurrence';

export class SessionAttempts {
  readonly #rows: Query<SessionAttempt>;
  readonly #keyed: Query<SessionAttempt & { readonly key: number }>;

  constructor(database: Database) {
    this.#rows = database.query(
      `SELECT ${COLUMNS} AND c.session_pk = (SELECT pk FROM sessions WHERE agent = ? AND id = ?) ${ORDER}`,
      attemptOfRow,
    );
    this.#keyed = database.query(`SELECT ${COLUMNS} AND c.session_pk = ? ${ORDER}`, (row) => ({
      key: integer(row, 'pk'),
      ...attemptOfRow(row),
    }));
  }

  of(agent: string, session: string): SessionAttempt[] {
    return this.#rows.all(agent, session);
  }

  /** By the key of the session's row, with the keys of the calls' rows. */
  keyed(session: number): (SessionAttempt & { readonly key: number })[] {
    return this.#keyed.all(session);
  }
}
