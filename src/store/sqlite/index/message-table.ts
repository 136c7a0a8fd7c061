// Writes messages: of each file in order, page by page. All pages but the last of a file are full, so that the result does not
// depend on how often the file grew.

import { integer, text } from '../../../base/row.ts';
import type { Message } from '../../../model/session.ts';
import type { Command, Database, Query } from '../../../sqlite/database.ts';
import { bySource, inOrder, PAGE_MESSAGES, packMessages, threadOf, unpackMessages } from '../../rows/message-page.ts';

export const MESSAGE_TABLES = `
-- Pages of a file are in the order of their keys.
CREATE TABLE message_pages (
  pk INTEGER PRIMARY KEY,
  session_pk INTEGER NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE,
  source INTEGER NOT NULL,
  -- Where its last message stands. A line with several messages can lie in two pages.
  last_offset INTEGER NOT NULL,
  messages INTEGER NOT NULL,
  -- The thread of all its messages; null when they are of several.
  thread TEXT,
  body TEXT NOT NULL
);
CREATE INDEX message_pages_place ON message_pages (session_pk, source, last_offset);
`;

interface Page {
  readonly pk: number;
  readonly lastOffset: number;
  readonly count: number;
  readonly body: string;
}

export class MessageTable {
  readonly #lastFirst: Query<Page>;
  readonly #insert: Command;
  readonly #delete: Command;
  readonly #clear: Command;

  constructor(database: Database) {
    this.#lastFirst = database.query(
      `SELECT pk, last_offset, messages, body FROM message_pages WHERE session_pk = ? AND source = ?
       ORDER BY last_offset DESC, pk DESC`,
      (row) => ({
        pk: integer(row, 'pk'),
        lastOffset: integer(row, 'last_offset'),
        count: integer(row, 'messages'),
        body: text(row, 'body'),
      }),
    );
    this.#insert = database.command(
      'INSERT INTO message_pages (session_pk, source, last_offset, messages, thread, body) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#delete = database.command('DELETE FROM message_pages WHERE pk = ?');
    this.#clear = database.command('DELETE FROM message_pages WHERE session_pk = ?');
  }

  /** The first time: nothing of the session is there yet. */
  insertAll(session: number, messages: readonly Message[]): void {
    for (const [source, said] of bySource(messages)) this.#write(session, source, said);
  }

  /** A message replaces the one at the same place. */
  putAll(session: number, messages: readonly Message[]): void {
    for (const [source, said] of bySource(messages)) {
      const first = said.reduce((least, { ref }) => Math.min(least, ref.offset), Number.POSITIVE_INFINITY);
      const pages = this.#pagesFrom(session, source, first);
      for (const { pk } of pages) this.#delete.run(pk);
      this.#write(session, source, [...pages.flatMap(({ body }) => unpackMessages(source, body)), ...said]);
    }
  }

  /** The pages at or after a place, and the last one if there is room in it, in order. */
  #pagesFrom(session: number, source: number, offset: number): Page[] {
    const pages: Page[] = [];
    for (const page of this.#lastFirst.each(session, source)) {
      if (page.lastOffset < offset && page.count === PAGE_MESSAGES) break;
      pages.unshift(page);
      if (page.lastOffset < offset) break;
    }
    return pages;
  }

  #write(session: number, source: number, said: readonly Message[]): void {
    const messages = inOrder(said);
    for (let from = 0; from < messages.length; from += PAGE_MESSAGES) {
      const page = messages.slice(from, from + PAGE_MESSAGES);
      const last = page.at(-1)?.ref.offset ?? 0;
      this.#insert.run(session, source, last, page.length, threadOf(page), packMessages(page));
    }
  }

  clear(session: number): void {
    this.#clear.run(session);
  }
}
