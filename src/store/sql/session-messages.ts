// Answers "what was said in this session?": its messages in file order, a page at a time on demand. `session` is the key of its
// row.

import { integer, type Row, text, textOrNull } from '../../base/row.ts';
import type { Message } from '../../model/session.ts';
import { unpackMessages } from '../rows/message-page.ts';
import type { SqlEngine } from './engine.ts';
import { ask, askOne, type Steps } from './steps.ts';

/** Pages that are read at once. */
const PAGES_AT_ONCE = 8;

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

const PAGES = 'SELECT pk, source, last_offset, body FROM message_pages WHERE session_pk = ?';

export function* messageCount(session: number): Steps<number> {
  const row = yield* askOne('SELECT coalesce(sum(messages), 0) AS n FROM message_pages WHERE session_pk = ?', session);
  return row === undefined ? 0 : integer(row, 'n');
}

function* threadsOfPages(session: number): Steps<readonly (readonly [source: number, thread: string | null])[]> {
  const rows = yield* ask('SELECT DISTINCT source, thread FROM message_pages WHERE session_pk = ?', session);
  return rows.map((row) => [integer(row, 'source'), textOrNull(row, 'thread')] as const);
}

/** Numbers of the files that hold messages, in order. */
export function* messageSources(session: number): Steps<readonly number[]> {
  const sources = new Set((yield* threadsOfPages(session)).map(([source]) => source));
  return [...sources].sort((a, b) => a - b);
}

/** Thread and file of everything that was said, each pair once. */
export function* messageThreads(session: number): Steps<readonly (readonly [thread: string, source: number])[]> {
  const pairs = new Map<string, readonly [string, number]>();
  const note = (thread: string, source: number): void => {
    pairs.set(`${source} ${thread}`, [thread, source]);
  };
  for (const [source, thread] of yield* threadsOfPages(session)) if (thread !== null) note(thread, source);
  for (let last = 0; ; ) {
    const rows = yield* ask(`${PAGES} AND thread IS NULL AND pk > ? ORDER BY pk LIMIT ${PAGES_AT_ONCE}`, session, last);
    for (const page of rows.map(pageOf)) {
      for (const { thread, ref } of page.messages) note(thread, ref.source);
      last = page.pk;
    }
    if (rows.length < PAGES_AT_ONCE) return [...pairs.values()];
  }
}

/** The pages of a file that end after a place. */
function* pagesAfter(
  session: number,
  source: number,
  { lastOffset, pk }: Pick<Page, 'lastOffset' | 'pk'>,
  most: number,
): Steps<readonly Page[]> {
  const rows = yield* ask(
    `${PAGES} AND source = ? AND (last_offset, pk) > (?, ?) ORDER BY last_offset, pk LIMIT ${most}`,
    session,
    source,
    lastOffset,
    pk,
  );
  return rows.map(pageOf);
}

/** The pages of one file from a place on, in order, as stored. Other work may run between two pages. */
export async function* messagePages(
  engine: SqlEngine,
  session: number,
  source: number,
  from = 0,
): AsyncGenerator<readonly Message[]> {
  for (let last = { lastOffset: from, pk: 0 }; ; ) {
    const pages = await engine.take(pagesAfter(session, source, last, PAGES_AT_ONCE));
    for (const page of pages) {
      yield from === 0 ? page.messages : page.messages.filter(({ ref }) => ref.offset >= from);
      last = page;
    }
    if (pages.length < PAGES_AT_ONCE) return;
  }
}

/** The one at this place. */
export function* messageAt(
  session: number,
  { source, offset, pointer }: { readonly source: number; readonly offset: number; readonly pointer: string },
): Steps<Message | undefined> {
  for (let last = { lastOffset: offset, pk: 0 }; ; ) {
    const [page] = yield* pagesAfter(session, source, last, 1);
    if (page === undefined || (page.messages[0]?.ref.offset ?? 0) > offset) return undefined;
    const found = page.messages.find((message) => message.ref.offset === offset && message.pointer === pointer);
    if (found !== undefined) return found;
    last = page;
  }
}

/** The last one of a thread. */
export function* lastMessage(session: number, thread: string): Steps<Message | undefined> {
  for (let edge = [Number.MAX_SAFE_INTEGER, 0, 0]; ; ) {
    const row = yield* askOne(
      `${PAGES} AND coalesce(thread, ?) = ? AND (source, last_offset, pk) < (?, ?, ?)
       ORDER BY source DESC, last_offset DESC, pk DESC LIMIT 1`,
      session,
      thread,
      thread,
      ...edge,
    );
    if (row === undefined) return undefined;
    const page = pageOf(row);
    const found = page.messages.findLast((message) => message.thread === thread);
    if (found !== undefined) return found;
    edge = [page.source, page.lastOffset, page.pk];
  }
}
