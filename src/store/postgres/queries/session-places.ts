// Answers "where does everything of this session stand?": its lines of conversation in order as light places.

import { integer, text } from '../../../base/row.ts';
import type { Place, SessionPlaces } from '../../questions/session-content.ts';
import type { Statements } from '../database/statement.ts';
import { ask } from './condition.ts';
import { inSession, type SessionRef } from './session-keys.ts';
import { messagePages, messageThreads } from './session-messages.ts';

/** Places read at once. */
const PLACES_PAGE = 500;

/** Thread → numbers of the files that hold something of it, in order. */
async function sourcesOf(on: Statements, session: SessionRef): Promise<ReadonlyMap<string, readonly number[]>> {
  const { sql, values } = inSession('c', session);
  const rows = await ask(on, `SELECT DISTINCT c.thread, c.source FROM calls c WHERE ${sql}`, ...values);
  const pairs = rows.map((row) => [text(row, 'thread'), integer(row, 'source')] as const);
  const found = [...pairs, ...(await messageThreads(on, session.pk))];
  const sources = new Map<string, Set<number>>();
  for (const [thread, source] of found.sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))) {
    const known = sources.get(thread);
    if (known === undefined) sources.set(thread, new Set([source]));
    else known.add(source);
  }
  return new Map([...sources].map(([thread, numbers]) => [thread, [...numbers]]));
}

/** Calls of one thread and file in the order of places. A page at a time, for calls tell of subagents. */
async function* callPages(
  on: Statements,
  session: SessionRef,
  thread: string,
  source: number,
): AsyncGenerator<readonly Place[]> {
  const own = inSession('c', session);
  for (let [offset, pk] = [-1, 0]; ; ) {
    const rows = await ask(
      on,
      `SELECT c.pk, c."offset", c.pointer, c.call_id, c.occurrence FROM calls c
       WHERE ${own.sql} AND c.source = ?::int4 AND (c."offset", c.pk) > (?::int8, ?::int8) AND c.thread = ?
       ORDER BY c."offset", c.pk LIMIT ${PLACES_PAGE}`,
      ...own.values,
      source,
      offset,
      pk,
      thread,
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

/** Places that come one batch after the other, taken as far as is asked for. */
class Waiting {
  readonly #pages: AsyncGenerator<readonly Place[]>;
  #page: readonly Place[] = [];
  #next = 0;
  #isOver = false;

  constructor(pages: AsyncGenerator<readonly Place[]>) {
    this.#pages = pages;
  }

  /** The next ones, up to `most`, while they stand before the offset. */
  async before(offset: number, most = Number.POSITIVE_INFINITY): Promise<Place[]> {
    const taken: Place[] = [];
    while (taken.length < most) {
      const place = await this.#ahead();
      if (place === undefined || place.offset >= offset) break;
      taken.push(place);
      this.#next++;
    }
    return taken;
  }

  async #ahead(): Promise<Place | undefined> {
    while (this.#next >= this.#page.length && !this.#isOver) {
      const { value, done } = await this.#pages.next();
      this.#isOver = done === true;
      this.#page = done === true ? [] : value;
      this.#next = 0;
    }
    return this.#page[this.#next];
  }
}

async function* placesOf(
  on: Statements,
  session: SessionRef,
  thread: string,
  sources: readonly number[],
): AsyncGenerator<readonly Place[]> {
  for (const source of sources) {
    const calls = new Waiting(callPages(on, session, thread, source));
    for await (const messages of messagePages(on, session.pk, source)) {
      const places: Place[] = [];
      for (const { ref, pointer, thread: speaker } of messages) {
        if (speaker !== thread) continue;
        places.push(...(await calls.before(ref.offset)));
        places.push({ thread, source, offset: ref.offset, pointer, call: null });
      }
      yield places;
    }
    for (;;) {
      const places = await calls.before(Number.POSITIVE_INFINITY, PLACES_PAGE);
      if (places.length === 0) break;
      yield places;
    }
  }
}

/** Thread by thread, read as it is asked for. */
export async function sessionPlaces(on: Statements, session: SessionRef): Promise<SessionPlaces> {
  const sources = await sourcesOf(on, session);
  return {
    threads: [...sources.keys()],
    of: (thread) => placesOf(on, session, thread, sources.get(thread) ?? []),
  };
}
