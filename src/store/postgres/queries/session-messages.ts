// Answers "what was said in this session?": its messages in the order of its files, a page at a time as they are
// asked for. `session` is the key of its row.

import { integer, type Row, text, textOrNull } from '../../../base/row.ts';
import type { Message } from '../../../model/session.ts';
import { unpackMessages } from '../../rows/message-page.ts';
import type { Statements } from '../database/statement.ts';
import { ask, askOne } from './condition.ts';

/** Pages of messages that are read at once. */
const PAGES_AT_ONCE = 8;

interface Page {
  readonly pk: number;
  readonly lastOffset: number;
  readonly messages: readonly Message[];
}

function pageOf(row: Row): Page {
  return {
    pk: integer(row, 'pk'),
    lastOffset: integer(row, 'last_offset'),
    messages: unpackMessages(integer(row, 'source'), text(row, 'body')),
  };
}

const PAGES = 'SELECT pk, source, last_offset, body FROM message_pages WHERE session_pk = ?::int8';

export async function messageCount(on: Statements, session: number): Promise<number> {
  const row = await askOne(
    on,
    'SELECT coalesce(sum(messages), 0) AS n FROM message_pages WHERE session_pk = ?::int8',
    session,
  );
  return row === undefined ? 0 : integer(row, 'n');
}

async function threadsOfPages(
  on: Statements,
  session: number,
): Promise<(readonly [source: number, thread: string | null])[]> {
  const rows = await ask(on, 'SELECT DISTINCT source, thread FROM message_pages WHERE session_pk = ?::int8', session);
  return rows.map((row) => [integer(row, 'source'), textOrNull(row, 'thread')] as const);
}

/** Numbers of the files that hold messages, in order. */
export async function messageSources(on: Statements, session: number): Promise<number[]> {
  const sources = new Set((await threadsOfPages(on, session)).map(([source]) => source));
  return [...sources].sort((a, b) => a - b);
}

/** Thread and file of everything that was said, each pair once. */
export async function messageThreads(
  on: Statements,
  session: number,
): Promise<(readonly [thread: string, source: number])[]> {
  const pairs = new Map<string, readonly [string, number]>();
  const note = (thread: string, source: number): void => {
    pairs.set(`${source} ${thread}`, [thread, source]);
  };
  for (const [source, thread] of await threadsOfPages(on, session)) if (thread !== null) note(thread, source);
  for (let last = 0; ; ) {
    const rows = await ask(
      on,
      `${PAGES} AND thread IS NULL AND pk > ?::int8 ORDER BY pk LIMIT ${PAGES_AT_ONCE}`,
      session,
      last,
    );
    for (const page of rows.map(pageOf)) {
      for (const { thread, ref } of page.messages) note(thread, ref.source);
      last = page.pk;
    }
    if (rows.length < PAGES_AT_ONCE) return [...pairs.values()];
  }
}

/** Those of one file from a place on, in order, as they are stored. Other work may go on between two pages. */
export async function* messagePages(
  on: Statements,
  session: number,
  source: number,
  from = 0,
): AsyncGenerator<readonly Message[]> {
  for (let [lastOffset, pk] = [from, 0]; ; ) {
    const rows = await ask(
      on,
      `${PAGES} AND source = ?::int4 AND (last_offset, pk) > (?::int8, ?::int8)
       ORDER BY last_offset, pk LIMIT ${PAGES_AT_ONCE}`,
      session,
      source,
      lastOffset,
      pk,
    );
    for (const page of rows.map(pageOf)) {
      yield from === 0 ? page.messages : page.messages.filter(({ ref }) => ref.offset >= from);
      ({ lastOffset, pk } = page);
    }
    if (rows.length < PAGES_AT_ONCE) return;
  }
}

/** The one at this place. */
export async function messageAt(
  on: Statements,
  session: number,
  { source, offset, pointer }: { readonly source: number; readonly offset: number; readonly pointer: string },
): Promise<Message | undefined> {
  for (let [lastOffset, pk] = [offset, 0]; ; ) {
    const row = await askOne(
      on,
      `${PAGES} AND source = ?::int4 AND (last_offset, pk) > (?::int8, ?::int8) ORDER BY last_offset, pk LIMIT 1`,
      session,
      source,
      lastOffset,
      pk,
    );
    const page = row === undefined ? undefined : pageOf(row);
    if (page === undefined || (page.messages[0]?.ref.offset ?? 0) > offset) return undefined;
    const found = page.messages.find((message) => message.ref.offset === offset && message.pointer === pointer);
    if (found !== undefined) return found;
    ({ lastOffset, pk } = page);
  }
}

/** The last one of a thread. */
export async function lastMessage(on: Statements, session: number, thread: string): Promise<Message | undefined> {
  let edge: readonly number[] = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  for (;;) {
    const row = await askOne(
      on,
      `${PAGES} AND coalesce(thread, ?) = ? AND (source, last_offset, pk) < (?::int8, ?::int8, ?::int8)
       ORDER BY source DESC, last_offset DESC, pk DESC LIMIT 1`,
      session,
      thread,
      thread,
      ...edge,
    );
    if (row === undefined) return undefined;
    const { messages } = pageOf(row);
    const found = messages.findLast((message) => message.thread === thread);
    if (found !== undefined) return found;
    edge = [integer(row, 'source'), integer(row, 'last_offset'), integer(row, 'pk')];
  }
}
