// Answers "what is known of this session besides its calls?": its row, what it says of itself, and its files.

import { integer, integerOrNull, text, textOrNull } from '../../../base/row.ts';
import { addsUp } from '../../../model/ledger.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import type { SessionDetail, SessionFile, SessionSource } from '../../questions/sessions.ts';
import { ledgerOf } from '../../rows/ledger-text.ts';
import { sessionFile } from '../../rows/session-file.ts';
import type { SessionKey } from '../../session-batch.ts';
import { atOrBelow, type Condition } from './condition.ts';

/** Looks at the session's own files alone. */
function ownFileIn(places: readonly string[]): Condition {
  const { sql, values } = atOrBelow(places);
  return { sql: `EXISTS (SELECT 1 FROM sources f WHERE f.session_pk = s.pk AND ${sql})`, values };
}

/** The key of its row; undefined when it is not known, or has no file at or below one of the places. */
export function sessionBelow(
  database: Database,
  { agent, id }: SessionKey,
  places: readonly string[],
): number | undefined {
  const { sql, values } = ownFileIn(places);
  const key = database.query(`SELECT s.pk FROM sessions s WHERE s.agent = ? AND s.id = ? AND ${sql}`, (row) =>
    integer(row, 'pk'),
  );
  return key.get(agent, id, ...values);
}

/** By the key of its row. */
export class SessionFacts {
  readonly #detail: Query<SessionDetail>;
  readonly #sources: Query<SessionSource>;
  readonly #files: Query<SessionFile>;

  constructor(database: Database) {
    this.#detail = database.query('SELECT detail FROM sessions WHERE pk = ?', (row) => JSON.parse(text(row, 'detail')));
    this.#sources = database.query(
      'SELECT num, path, thread, bytes, modified_at, gone_at, ledger FROM sources WHERE session_pk = ? ORDER BY num',
      (row) => {
        const written = textOrNull(row, 'ledger');
        const ledger = written === null ? null : ledgerOf(written);
        return {
          num: integer(row, 'num'),
          path: text(row, 'path'),
          thread: text(row, 'thread'),
          bytes: integer(row, 'bytes'),
          modifiedAt: integer(row, 'modified_at'),
          isGone: integerOrNull(row, 'gone_at') !== null,
          ledger,
          addsUp: ledger === null || addsUp(ledger),
        };
      },
    );
    this.#files = database.query(
      `SELECT f.path, f.modified_at, f.gone_at IS NOT NULL AS is_gone, f.ledger IS NOT NULL AS is_log
       FROM sessions s JOIN sources f ON f.session_pk = s.pk WHERE s.agent = ? AND s.id = ? ORDER BY f.num`,
      sessionFile,
    );
  }

  detail(key: number): SessionDetail | undefined {
    return this.#detail.get(key);
  }

  sources(key: number): SessionSource[] {
    return this.#sources.all(key);
  }

  files(agent: string, id: string): SessionFile[] {
    return this.#files.all(agent, id);
  }
}
