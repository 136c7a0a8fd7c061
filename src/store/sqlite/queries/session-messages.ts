// Answers "what was said in this session?": its messages in the order of its files, a page at a time as they are
// asked for. `session` is the key of its row.

import { integer, type Row, text, textOrNull } from '../../../base/row.ts';
import type { Message } from '../../../model/session.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import { unpackMessages } from '../../rows/message-page.ts';

interface Page {
  readonly pk: number;
  readonly source: number;
  readonly lastOffset: number;
  readonly messages: readonly Message[];
}

function pageOf(row: Row): Page {
  const source = integer(row, 'source');
  return {
    pk: integer(row, 'pk'),
    source,
    lastOffset: integer(row, 'last_offset'),
    messages: unpackMessages(source, text(row, 'body')),
  };
}

const PAGES = 'SELECT pk, source, last_offset, body FROM message_pages WHERE session_pk = ?1';

export class SessionMessages {
  readonly #count: Query<number>;
  readonly #threads: Query<readonly [source: number, thread: string | null]>;
  readonly #mixed: Query<Page>;
  readonly #next: Query<Page>;
  readonly #last: Query<Page>;
  /** The page that was looked into last: neighbours are asked for one after the other. */
  #held: (Page & { readonly session: number }) | undefined;

  constructor(database: Database) {
    this.#count = database.query(
      'SELECT coalesce(sum(messages), 0) AS n FROM message_pages WHERE session_pk = ?',
      (row) => integer(row, 'n'),
    );
    this.#threads = database.query(
      'SELECT DISTINCT source, thread FROM message_pages WHERE session_pk = ?',
      (row) => [integer(row, 'source'), textOrNull(row, 'thread')] as const,
    );
    this.#mixed = database.query(`${PAGES} AND thread IS NULL`, pageOf);
    this.#next = database.query(
      `${PAGES} AND source = ?2 AND (last_offset, pk) > (?3, ?4) ORDER BY last_offset, pk LIMIT 1`,
      pageOf,
    );
    this.#last = database.query(
      `${PAGES} AND coalesce(thread, ?2) = ?2 ORDER BY source DESC, last_offset DESC, pk DESC`,
      pageOf,
    );
  }

  count(session: number): number {
    return this.#count.get(session) ?? 0;
  }

  /** Numbers of the files that hold messages, in order. */
  sources(session: number): number[] {
    const sources = new Set(this.#threads.all(session).map(([source]) => source));
    return [...sources].sort((a, b) => a - b);
  }

  /** Thread and file of everything that was said, each pair once. */
  threads(session: number): (readonly [thread: string, source: number])[] {
    const pairs = new Map<string, readonly [string, number]>();
    const note = (thread: string, source: number): void => {
      pairs.set(`${source} ${thread}`, [thread, source]);
    };
    for (const [source, thread] of this.#threads.all(session)) if (thread !== null) note(thread, source);
    for (const { messages } of this.#mixed.each(session)) {
      for (const { thread, ref } of messages) note(thread, ref.source);
    }
    return [...pairs.values()];
  }

  /** Those of one file, in order, as they are stored. Other work may go on between two pages. */
  *pages(session: number, source: number): Generator<readonly Message[]> {
    let [lastOffset, pk] = [0, 0];
    for (;;) {
      const page = this.#next.get(session, source, lastOffset, pk);
      if (page === undefined) return;
      yield page.messages;
      ({ lastOffset, pk } = page);
    }
  }

  /** Those of one file from a place on, in order. Other work may go on between two of them. */
  *from(session: number, source: number, offset: number): Generator<Message> {
    let [lastOffset, pk] = [offset, 0];
    for (;;) {
      const page = this.#next.get(session, source, lastOffset, pk);
      if (page === undefined) return;
      for (const message of page.messages) if (message.ref.offset >= offset) yield message;
      ({ lastOffset, pk } = page);
    }
  }

  /** The one at this place. */
  at(session: number, source: number, offset: number, pointer: string): Message | undefined {
    const isIt = ({ ref, pointer: found }: Message): boolean => ref.offset === offset && found === pointer;
    const held = this.#held;
    const known = held?.session === session && held.source === source ? held.messages.find(isIt) : undefined;
    if (known !== undefined) return known;
    let [lastOffset, pk] = [offset, 0];
    for (;;) {
      const page = this.#next.get(session, source, lastOffset, pk);
      if (page === undefined || (page.messages[0]?.ref.offset ?? 0) > offset) return undefined;
      this.#held = { ...page, session };
      const found = page.messages.find(isIt);
      if (found !== undefined) return found;
      ({ lastOffset, pk } = page);
    }
  }

  /** The last one of a thread. */
  last(session: number, thread: string): Message | undefined {
    for (const { messages } of this.#last.each(session, thread)) {
      const found = messages.findLast((message) => message.thread === thread);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
