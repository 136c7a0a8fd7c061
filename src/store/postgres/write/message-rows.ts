// Writes messages: of each file in order, page by page. All pages but the last of a file are full, so that what is there
// does not depend on how often the file grew.

import { integer, text } from '../../../base/row.ts';
import type { Message } from '../../../model/session.ts';
import { bySource, inOrder, PAGE_MESSAGES, packMessages, threadOf, unpackMessages } from '../../rows/message-page.ts';
import type { Transaction } from '../database/connection.ts';
import type { RowSink } from './row-sink.ts';

const COLUMNS = ['session_pk', 'source', 'last_offset', 'messages', 'thread', 'body'] as const;

function addPages(sink: RowSink, session: number, source: number, said: readonly Message[]): void {
  const messages = inOrder(said);
  for (let from = 0; from < messages.length; from += PAGE_MESSAGES) {
    const page = messages.slice(from, from + PAGE_MESSAGES);
    const last = page.at(-1)?.ref.offset ?? 0;
    sink.add('message_pages', COLUMNS, [session, source, last, page.length, threadOf(page), packMessages(page)]);
  }
}

/** The first time: nothing of the session is there yet. */
export function insertMessages(sink: RowSink, session: number, messages: readonly Message[]): void {
  for (const [source, said] of bySource(messages)) addPages(sink, session, source, said);
}

/** A message at a place that had one takes its place. */
export async function putMessages(
  on: Transaction,
  sink: RowSink,
  session: number,
  messages: readonly Message[],
): Promise<void> {
  for (const [source, said] of bySource(messages)) {
    const first = said.reduce((least, { ref }) => Math.min(least, ref.offset), Number.POSITIVE_INFINITY);
    // The pages at or behind that place, and the one before when there is room in it.
    const rows = await on.all(
      `DELETE FROM message_pages WHERE session_pk = $1 AND source = $2 AND (last_offset >= $3 OR pk = (
         SELECT pk FROM message_pages WHERE session_pk = $1 AND source = $2 AND last_offset < $3 AND messages < $4
           AND pk = (SELECT max(pk) FROM message_pages WHERE session_pk = $1 AND source = $2 AND last_offset < $3)))
       RETURNING pk, last_offset, body`,
      session,
      source,
      first,
      PAGE_MESSAGES,
    );
    const pages = rows
      .sort((a, b) => integer(a, 'last_offset') - integer(b, 'last_offset') || integer(a, 'pk') - integer(b, 'pk'))
      .flatMap((row) => unpackMessages(source, text(row, 'body')));
    addPages(sink, session, source, [...pages, ...said]);
  }
}
