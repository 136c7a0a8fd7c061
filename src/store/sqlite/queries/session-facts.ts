// Answers "what is known of this session besides its calls?": its row, what it says of itself, and its files.

import { addsUp, type Ledger } from '../../../model/ledger.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import type { SqlValue } from '../../../sqlite/driver.ts';
import { integer, integerOrNull, text, textOrNull } from '../../../sqlite/row.ts';
import { ledgerOf } from '../index/ledger-text.ts';
import type { SessionDetail } from '../index/session-table.ts';
import { ALWAYS, atOrBelow, type Condition } from './condition.ts';

export interface SessionSource {
  readonly num: number;
  readonly path: string;
  readonly thread: string;
  readonly bytes: number;
  readonly modifiedAt: number;
  readonly isGone: boolean;
  /** Null for the small files beside a log. */
  readonly ledger: Ledger | null;
  readonly addsUp: boolean;
}

/** Looks at the session's own files alone. */
function ownFileIn(places: readonly string[]): Condition {
  const { sql, values } = atOrBelow(places);
  return { sql: `EXISTS (SELECT 1 FROM sources f WHERE f.session_pk = s.pk AND ${sql})`, values };
}

export class SessionFacts {
  readonly #key: Query<number>;
  readonly #detail: Query<SessionDetail>;
  readonly #sources: Query<SessionSource>;
  readonly #places: readonly SqlValue[];

  /** With `places`: a session with no file at or below one of them is not known. */
  constructor(database: Database, places?: readonly string[]) {
    const scope = places === undefined ? ALWAYS : ownFileIn(places);
    this.#places = scope.values;
    this.#key = database.query(`SELECT s.pk FROM sessions s WHERE s.agent = ? AND s.id = ? AND ${scope.sql}`, (row) =>
      integer(row, 'pk'),
    );
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
  }

  /** The key of its row; undefined when it is not known, or lies nowhere below the places. */
  key(agent: string, id: string): number | undefined {
    return this.#key.get(agent, id, ...this.#places);
  }

  detail(key: number): SessionDetail | undefined {
    return this.#detail.get(key);
  }

  sources(key: number): SessionSource[] {
    return this.#sources.all(key);
  }
}
