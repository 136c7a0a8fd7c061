// Answers "what did this failure say?": its words and its command, read without the rest of the call.

import type { Database, Query } from '../../sqlite/database.ts';
import { integer, text, textOrNull } from '../../sqlite/row.ts';
import { COMMAND_OF_ROW } from '../index/call-detail.ts';

export interface FailureWords {
  readonly message: string;
  readonly command: string | null;
  readonly aim: string | null;
  readonly project: string | null;
  readonly callId: string;
  readonly occurrence: number;
  readonly agent: string;
  readonly session: string;
}

export class ReadFailureWords {
  readonly #row: Query<FailureWords>;

  constructor(database: Database) {
    this.#row = database.query(
      `SELECT coalesce(c.detail ->> '$.m', c.detail ->> '$.mk.message', '') AS message, ${COMMAND_OF_ROW} AS command,
         c.detail ->> '$.a' AS aim, c.call_id, c.occurrence, s.project, s.agent, s.id
       FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE c.pk = ?`,
      (row) => ({
        message: text(row, 'message'),
        command: textOrNull(row, 'command'),
        aim: textOrNull(row, 'aim'),
        project: textOrNull(row, 'project'),
        callId: text(row, 'call_id'),
        occurrence: integer(row, 'occurrence'),
        agent: text(row, 'agent'),
        session: text(row, 'id'),
      }),
    );
  }

  /** By the key of the call's row. */
  of(key: number): FailureWords | undefined {
    return this.#row.get(key);
  }
}
