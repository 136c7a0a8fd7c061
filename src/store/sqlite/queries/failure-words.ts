// Answers "what did this failure say, and which call is it?", read without the rest of the call.

import { integer, text, textOrNull } from '../../../base/row.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import type { FailureOwner, FailureWords } from '../../questions/stats.ts';
import { COMMAND_OF_ROW } from '../index/call-conditions.ts';

/** Both by the keys of the calls' rows, in the same order. */
export class ReadFailureWords {
  readonly #words: Query<readonly [key: number, words: FailureWords]>;
  readonly #owner: Query<FailureOwner>;

  constructor(database: Database) {
    this.#words = database.query(
      `SELECT c.pk, coalesce(c.detail ->> '$.m', c.detail ->> '$.mk.message', '') AS message, ${COMMAND_OF_ROW} AS command,
         c.detail ->> '$.a' AS aim FROM calls c WHERE c.pk IN (SELECT value FROM json_each(?))`,
      (row) => [
        integer(row, 'pk'),
        { message: text(row, 'message'), command: textOrNull(row, 'command'), aim: textOrNull(row, 'aim') },
      ],
    );
    this.#owner = database.query(
      `SELECT c.call_id, c.occurrence, s.project, s.agent, s.id
       FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE c.pk = ?`,
      (row) => ({
        agent: text(row, 'agent'),
        session: text(row, 'id'),
        project: textOrNull(row, 'project'),
        callId: text(row, 'call_id'),
        occurrence: integer(row, 'occurrence'),
      }),
    );
  }

  of(keys: readonly number[]): readonly (FailureWords | undefined)[] {
    const words = new Map(this.#words.all(JSON.stringify(keys)));
    return keys.map((key) => words.get(key));
  }

  ownersOf(keys: readonly number[]): readonly (FailureOwner | undefined)[] {
    return keys.map((key) => this.#owner.get(key));
  }
}
