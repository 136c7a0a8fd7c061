// Answers "where is everything in this session?": its lines of conversation in order as light places.

import { integer, text } from '../../base/row.ts';
import type { EntryPlace, SessionPlaces } from '../questions/session-content.ts';
import type { Dialect, SessionRef, SqlEngine } from './engine.ts';
import { PagedReader } from './paged-reader.ts';
import { messagePages, messageThreads } from './session-messages.ts';
import { ask, type Steps } from './steps.ts';

/** Places read at once. */
const PLACES_PAGE = 500;

/** Thread → numbers of the files that hold something of it, in order. */
function* sourcesOf(dialect: Dialect, session: SessionRef): Steps<ReadonlyMap<string, readonly number[]>> {
  const { sql, values } = dialect.inSession(session);
  const rows = yield* ask(`SELECT DISTINCT c.thread, c.source FROM calls c WHERE ${sql}`, ...values);
  const pairs = rows.map((row) => [text(row, 'thread'), integer(row, 'source')] as const);
  const found = [...pairs, ...(yield* messageThreads(session.pk))];
  const sources = new Map<string, Set<number>>();
  for (const [thread, source] of found.sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))) {
    const known = sources.get(thread);
    if (known === undefined) sources.set(thread, new Set([source]));
    else known.add(source);
  }
  return new Map([...sources].map(([thread, numbers]) => [thread, [...numbers]]));
}

interface ThreadFile {
  readonly session: SessionRef;
  readonly thread: string;
  readonly source: number;
}

/** Calls of one thread and file in order of their places. A page at a time, because calls mention subagents. */
async function* callPages(
  { dialect, take }: SqlEngine,
  { session, thread, source }: ThreadFile,
): AsyncGenerator<readonly EntryPlace[]> {
  const own = dialect.inSession(session);
  for (let [offset, pk] = [-1, 0]; ; ) {
    const rows = await take(
      ask(
        `SELECT c.pk, c."offset", c.pointer, c.call_id, c.occurrence FROM calls c
         WHERE ${own.sql} AND c.source = ? AND (c."offset", c.pk) > (?, ?) AND c.thread = ?
         ORDER BY c."offset", c.pk LIMIT ${PLACES_PAGE}`,
        ...own.values,
        source,
        offset,
        pk,
        thread,
      ),
    );
    yield rows.map((row) => ({
      thread,
      source,
      offset: integer(row, 'offset'),
      pointer: text(row, 'pointer'),
      call: { id: text(row, 'call_id'), occurrence: integer(row, 'occurrence') },
    }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < PLACES_PAGE) return;
    offset = integer(last, 'offset');
    pk = integer(last, 'pk');
  }
}

async function* placesOf(engine: SqlEngine, file: ThreadFile): AsyncGenerator<readonly EntryPlace[]> {
  const { session, thread, source } = file;
  const calls = new PagedReader(callPages(engine, file));
  for await (const messages of messagePages(engine, session.pk, source)) {
    const places: EntryPlace[] = [];
    const said = messages.filter((message) => message.thread === thread);
    const end = said.at(-1)?.ref.offset ?? -1;
    await calls.readWhile((place) => place.offset < end);
    for (const { ref, pointer } of said) {
      places.push(...calls.takeWhile((place) => place.offset < ref.offset));
      places.push({ thread, source, offset: ref.offset, pointer, call: null });
    }
    yield places;
  }
  while (await calls.readMore()) yield [...calls.takeWhile(() => true)];
}

/** Thread by thread, read on demand. */
export async function sessionPlaces(engine: SqlEngine, session: SessionRef): Promise<SessionPlaces> {
  const sources = await engine.take(sourcesOf(engine.dialect, session));
  async function* placesIn(thread: string): AsyncGenerator<readonly EntryPlace[]> {
    for (const source of sources.get(thread) ?? []) yield* placesOf(engine, { session, thread, source });
  }
  return { threads: [...sources.keys()], of: placesIn };
}
