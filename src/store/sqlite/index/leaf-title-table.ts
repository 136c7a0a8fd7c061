// Titles that name a record, and the records of each session.

import { integer } from '../../../base/row.ts';
import type { Command, Database, Query } from '../../../sqlite/database.ts';
import type { SessionBatch } from '../../session-batch.ts';
import { settleTitle } from '../../sql/leaf-titles.ts';
import { NO_LOCKS } from '../../sql/relation-locks.ts';
import { takeSteps } from './take-steps.ts';

export const LEAF_TITLE_TABLES = `
-- A log may hold titles of other sessions: each names a record, by the hash of its id.
CREATE TABLE leaf_titles (
  session_pk INTEGER NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE,
  leaf REAL NOT NULL,
  title TEXT NOT NULL,
  PRIMARY KEY (session_pk, leaf, title)
) WITHOUT ROWID;
-- The records of a session, as they came: pairs of a hashed id and a number that orders them by place.
CREATE TABLE record_places (
  session_pk INTEGER NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE,
  num INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (session_pk, num)
);
-- A row: titles came or went, and every session has yet to be asked whether it holds their records.
CREATE TABLE stale_titles (pk INTEGER PRIMARY KEY);
`;

export class LeafTitleTable {
  readonly #database: Database;
  readonly #put: Command;
  readonly #clear: Command;
  readonly #hasOwn: Query<number>;
  readonly #last: Query<number>;
  readonly #addRecords: Command;
  readonly #clearRecords: Command;
  readonly #mark: Command;

  constructor(database: Database) {
    this.#database = database;
    const pk = (row: Parameters<typeof integer>[0]): number => integer(row, 'pk');
    this.#put = database.command('INSERT OR IGNORE INTO leaf_titles VALUES (?, ?, ?)');
    this.#clear = database.command('DELETE FROM leaf_titles WHERE session_pk = ?');
    this.#hasOwn = database.query('SELECT 1 AS pk FROM leaf_titles WHERE session_pk = ? LIMIT 1', pk);
    this.#last = database.query('SELECT coalesce(max(num), -1) AS pk FROM record_places WHERE session_pk = ?', pk);
    this.#addRecords = database.command('INSERT INTO record_places VALUES (?, ?, ?)');
    this.#clearRecords = database.command('DELETE FROM record_places WHERE session_pk = ?');
    this.#mark = database.command('INSERT OR IGNORE INTO stale_titles VALUES (1)');
  }

  /** Call before a session is written whole again, or forgotten. */
  clear(session: number): void {
    if (this.#hasOwn.get(session) !== undefined) this.#mark.run();
    this.#clear.run(session);
    this.#clearRecords.run(session);
  }

  /** Adds a batch. With `isAlone`, the session is checked at once: its row was written without what others say about it. */
  add(session: number, { leafTitles = [], records }: SessionBatch, { isAlone }: { readonly isAlone: boolean }): void {
    if (leafTitles.length > 0) this.#mark.run();
    for (const { leaf, title } of leafTitles) this.#put.run(session, leaf, title);
    if (records !== undefined && records.length > 0) {
      const body = new Uint8Array(records.buffer, records.byteOffset, records.byteLength);
      this.#addRecords.run(session, (this.#last.get(session) ?? -1) + 1, body);
    }
    if (isAlone) takeSteps(this.#database, settleTitle(NO_LOCKS, session));
  }
}
