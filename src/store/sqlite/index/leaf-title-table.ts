// Titles that name a record, in the index: those in logs, the records of each session, and so which sessions they name.

import { blob, integer, text, textOrNull } from '../../../base/row.ts';
import type { Command, Database, Query } from '../../../sqlite/database.ts';
import {
  type LeafTitle,
  type LeafTitles,
  lastTitle,
  leafTitles,
  retitled,
  type TitledRow,
} from '../../rows/leaf-title.ts';
import type { SessionBatch } from '../../session-batch.ts';

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
  readonly #any: Query<number>;
  readonly #all: Query<LeafTitle>;
  readonly #put: Command;
  readonly #clear: Command;
  readonly #hasOwn: Query<number>;
  readonly #records: Query<Uint8Array>;
  readonly #last: Query<number>;
  readonly #addRecords: Command;
  readonly #clearRecords: Command;
  readonly #detail: Query<TitledRow>;
  readonly #update: Command;
  readonly #isStale: Query<number>;
  readonly #mark: Command;
  readonly #unmark: Command;
  readonly #sessions: Query<number>;

  constructor(database: Database) {
    const pk = (row: Parameters<typeof integer>[0]): number => integer(row, 'pk');
    this.#any = database.query('SELECT 1 AS pk FROM leaf_titles LIMIT 1', pk);
    this.#all = database.query('SELECT leaf, title FROM leaf_titles', (row) => ({
      leaf: integer(row, 'leaf'),
      title: text(row, 'title'),
    }));
    this.#put = database.command('INSERT OR IGNORE INTO leaf_titles VALUES (?, ?, ?)');
    this.#clear = database.command('DELETE FROM leaf_titles WHERE session_pk = ?');
    this.#hasOwn = database.query('SELECT 1 AS pk FROM leaf_titles WHERE session_pk = ? LIMIT 1', pk);
    this.#records = database.query('SELECT body FROM record_places WHERE session_pk = ? ORDER BY num', (row) =>
      blob(row, 'body'),
    );
    this.#last = database.query('SELECT coalesce(max(num), -1) AS pk FROM record_places WHERE session_pk = ?', pk);
    this.#addRecords = database.command('INSERT INTO record_places VALUES (?, ?, ?)');
    this.#clearRecords = database.command('DELETE FROM record_places WHERE session_pk = ?');
    this.#detail = database.query('SELECT title, own_title, detail FROM sessions WHERE pk = ?', (row) => ({
      detail: text(row, 'detail'),
      shown: textOrNull(row, 'title'),
      own: textOrNull(row, 'own_title'),
    }));
    this.#update = database.command('UPDATE sessions SET title = ?, own_title = ?, detail = ? WHERE pk = ?');
    this.#isStale = database.query('SELECT pk FROM stale_titles LIMIT 1', pk);
    this.#mark = database.command('INSERT OR IGNORE INTO stale_titles VALUES (1)');
    this.#unmark = database.command('DELETE FROM stale_titles');
    this.#sessions = database.query('SELECT DISTINCT session_pk AS pk FROM record_places', pk);
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
    if (isAlone && this.#any.get() !== undefined) this.#settle(session, this.#titles());
  }

  /** Returns the sessions whose title changed. */
  settle(): number[] {
    if (this.#isStale.get() === undefined) return [];
    this.#unmark.run();
    const titles = this.#titles();
    return this.#sessions.all().filter((session) => this.#settle(session, titles));
  }

  #titles(): LeafTitles {
    return leafTitles(this.#all.all());
  }

  #settle(session: number, titles: LeafTitles): boolean {
    const before = this.#detail.get(session);
    if (before === undefined) return false;
    const { update, isRenamed } = retitled(before, lastTitle(this.#records.all(session), titles));
    if (update !== null) this.#update.run(update.title, update.own, update.detail, session);
    return isRenamed;
  }
}
