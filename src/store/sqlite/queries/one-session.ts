// Answers "what was said and done in this session?": found by the beginning of its id, its lines of
// conversation in order as light places, and each message or call read when it is wanted.

import { integer, integerOrNull, type Row, text, textOrNull } from '../../../base/row.ts';
import type { Message } from '../../../model/session.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import type { Place, SessionCall, SessionPlaces } from '../../questions/session-content.ts';
import type { OneSession, SessionCandidate, SessionDetail } from '../../questions/sessions.ts';
import { CallReader } from './call-reader.ts';
import { type Condition, underPlaces } from './condition.ts';
import { SessionMessages } from './session-messages.ts';

/** Places read at once. */
const PLACES_PAGE = 500;

/** Candidates told when the beginning of an id fits several. */
const MOST_CANDIDATES = 10;

/** Everything from the prefix on, up to what no text with that prefix reaches. */
export function prefixEnd(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}

function candidate(row: Row): SessionCandidate {
  return {
    agent: text(row, 'agent'),
    id: text(row, 'id'),
    title: textOrNull(row, 'title'),
    lastAt: integerOrNull(row, 'last_at'),
  };
}

/** Sessions whose id begins so, newest first, one more than are worth telling; an exact id stands alone. */
export function sessionsThatBegin(database: Database, prefix: string, places: readonly string[]): SessionCandidate[] {
  const scope: Condition = underPlaces(places, 's.pk');
  const found = database.query(
    `SELECT s.agent, s.id, s.title, s.last_at FROM sessions s WHERE s.id >= ? AND s.id < ? AND ${scope.sql}
     ORDER BY s.id = ? DESC, s.last_at DESC LIMIT ?`,
    candidate,
  );
  const fits = found.all(prefix, prefixEnd(prefix), ...scope.values, prefix, MOST_CANDIDATES + 1);
  const exact = fits.filter(({ id }) => id === prefix);
  return exact.length > 0 ? exact : fits;
}

/** `key` is that of its row. */
export function sessionSummary(database: Database, key: number): OneSession | undefined {
  const session = database
    .query('SELECT * FROM sessions WHERE pk = ?', (row): Omit<OneSession, 'paths'> => {
      const { threads, compactions }: SessionDetail = JSON.parse(text(row, 'detail'));
      return {
        ...candidate(row),
        project: textOrNull(row, 'project'),
        startedAt: integerOrNull(row, 'started_at'),
        model: textOrNull(row, 'model'),
        live: integer(row, 'live') !== 0,
        calls: integer(row, 'calls'),
        failures: integer(row, 'failures'),
        masked: integer(row, 'masked'),
        threads,
        compactions,
      };
    })
    .get(key);
  const paths = database.query(
    'SELECT num, path FROM sources WHERE session_pk = ?',
    (row) => [integer(row, 'num'), text(row, 'path')] as const,
  );
  return session === undefined ? undefined : { ...session, paths: new Map(paths.all(key)) };
}

export class SessionReader {
  readonly #database: Database;
  readonly #reader: CallReader;
  readonly #call: Query<Row>;
  readonly #messages: SessionMessages;
  readonly #origin: Query<string>;

  constructor(database: Database) {
    this.#database = database;
    this.#reader = new CallReader(database);
    this.#call = database.query(
      'SELECT * FROM calls WHERE call_id = ? AND session_pk = ? AND occurrence = ?',
      (row) => row,
    );
    this.#messages = new SessionMessages(database);
    this.#origin = database.query(
      'SELECT s.id FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE c.pk = ?',
      (row) => text(row, 'id'),
    );
  }

  /** Where everything stands, thread by thread, read as it is asked for. */
  places(key: number): SessionPlaces {
    const sources = this.#sourcesOf(key);
    return {
      threads: [...sources.keys()],
      of: (thread) => this.#placesOf(key, thread, sources.get(thread) ?? []),
    };
  }

  /** Thread → numbers of the files that hold something of it, in order. */
  #sourcesOf(key: number): Map<string, number[]> {
    const pairs = this.#database.query(
      'SELECT DISTINCT thread, source FROM calls WHERE session_pk = ?',
      (row) => [text(row, 'thread'), integer(row, 'source')] as const,
    );
    const sources = new Map<string, Set<number>>();
    const found = [...pairs.all(key), ...this.#messages.threads(key)];
    for (const [thread, source] of found.sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))) {
      const known = sources.get(thread);
      if (known === undefined) sources.set(thread, new Set([source]));
      else known.add(source);
    }
    return new Map([...sources].map(([thread, numbers]) => [thread, [...numbers]]));
  }

  async *#placesOf(key: number, thread: string, sources: readonly number[]): AsyncGenerator<readonly Place[]> {
    for (const source of sources) {
      const calls = this.#callsOf(key, thread, source);
      let call = calls.next();
      for (const messages of this.#messages.pages(key, source)) {
        const places: Place[] = [];
        for (const { ref, pointer, thread: speaker } of messages) {
          if (speaker !== thread) continue;
          for (; !call.done && call.value.offset < ref.offset; call = calls.next()) places.push(call.value);
          places.push({ thread, source, offset: ref.offset, pointer, call: null });
        }
        yield places;
      }
      while (!call.done) {
        const places: Place[] = [];
        for (; !call.done && places.length < PLACES_PAGE; call = calls.next()) places.push(call.value);
        yield places;
      }
    }
  }

  /** In the order of places. A page at a time, for calls tell of subagents. */
  *#callsOf(key: number, thread: string, source: number): Generator<Place> {
    const page = this.#database.query(
      `SELECT pk, offset, pointer, call_id, occurrence FROM calls
       WHERE session_pk = ?1 AND source = ?2 AND (offset, pk) > (?3, ?4) AND thread = ?5 ORDER BY offset, pk LIMIT ?6`,
      (row) => ({
        key: integer(row, 'pk'),
        place: {
          thread,
          source,
          offset: integer(row, 'offset'),
          pointer: text(row, 'pointer'),
          call: { id: text(row, 'call_id'), occurrence: integer(row, 'occurrence') },
        },
      }),
    );
    for (let [offset, pk] = [-1, 0]; ; ) {
      const found = page.all(key, source, offset, pk, thread, PLACES_PAGE);
      for (const { place } of found) yield place;
      const last = found.at(-1);
      if (last === undefined || found.length < PLACES_PAGE) return;
      offset = last.place.offset;
      pk = last.key;
    }
  }

  call(key: number, callId: string, occurrence: number): SessionCall | undefined {
    const row = this.#call.get(callId, key, occurrence);
    if (row === undefined) return undefined;
    const original = integerOrNull(row, 'copy_of');
    return {
      call: this.#reader.read(row),
      copyOf: original === null ? null : (this.#origin.get(original) ?? null),
    };
  }

  message(key: number, { source, offset, pointer }: Pick<Place, 'source' | 'offset' | 'pointer'>): Message | undefined {
    return this.#messages.at(key, source, offset, pointer);
  }
}
