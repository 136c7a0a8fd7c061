// Answers "what was said and done in this session?": found by the beginning of its id, its lines of
// conversation in order as light places, and each message or call read when it is wanted.

import { AppError } from '../../../base/app-error.ts';
import type { Compaction, Message, Thread } from '../../../model/session.ts';
import type { ToolCall } from '../../../model/tool-call.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import { integer, integerOrNull, type Row, text, textOrNull } from '../../../sqlite/row.ts';
import type { SessionDetail } from '../index/session-table.ts';
import { CallReader } from './call-reader.ts';
import { type Condition, underPlaces } from './condition.ts';
import { SessionMessages } from './session-messages.ts';

export interface SessionCandidate {
  readonly key: number;
  readonly agent: string;
  readonly id: string;
  readonly title: string | null;
  readonly lastAt: number | null;
}

export interface OneSession extends SessionCandidate {
  readonly project: string | null;
  readonly startedAt: number | null;
  readonly model: string | null;
  readonly live: boolean;
  readonly calls: number;
  readonly failures: number;
  readonly masked: number;
  readonly threads: readonly Thread[];
  readonly compactions: readonly Compaction[];
  /** Names of its files, by their number. */
  readonly paths: ReadonlyMap<number, string>;
}

/** Where a message or a call stands; `call` is the key of the call's row. */
export interface Place {
  readonly thread: string;
  readonly source: number;
  readonly offset: number;
  readonly pointer: string;
  readonly call: { readonly key: number; readonly id: string } | null;
}

/** The places of a session: per thread by file and offset, those of one line in no particular order. */
export interface SessionPlaces {
  readonly threads: readonly string[];
  of(thread: string): Iterable<Place>;
}

/** A call as this session has it; `copyOf` names the session that made it, where that is another one. */
export interface SessionCall {
  readonly call: ToolCall;
  readonly copyOf: string | null;
}

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
    key: integer(row, 'pk'),
    agent: text(row, 'agent'),
    id: text(row, 'id'),
    title: textOrNull(row, 'title'),
    lastAt: integerOrNull(row, 'last_at'),
  };
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
    this.#call = database.query('SELECT * FROM calls WHERE pk = ?', (row) => row);
    this.#messages = new SessionMessages(database);
    this.#origin = database.query(
      'SELECT s.id FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE c.pk = ?',
      (row) => text(row, 'id'),
    );
  }

  /** Sessions whose id begins so, newest first, one more than are worth telling; an exact id stands alone. */
  find(prefix: string, places: readonly string[]): SessionCandidate[] {
    const scope: Condition = underPlaces(places, 's.pk');
    const found = this.#database.query(
      `SELECT s.pk, s.agent, s.id, s.title, s.last_at FROM sessions s WHERE s.id >= ? AND s.id < ? AND ${scope.sql}
       ORDER BY s.id = ? DESC, s.last_at DESC LIMIT ?`,
      candidate,
    );
    const fits = found.all(prefix, prefixEnd(prefix), ...scope.values, prefix, MOST_CANDIDATES + 1);
    const exact = fits.filter(({ id }) => id === prefix);
    return exact.length > 0 ? exact : fits;
  }

  read(key: number): OneSession {
    const session = this.#database
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
    if (session === undefined) throw new AppError('not-found', 'The session is no longer in the index.');
    const paths = this.#database.query(
      'SELECT num, path FROM sources WHERE session_pk = ?',
      (row) => [integer(row, 'num'), text(row, 'path')] as const,
    );
    return { ...session, paths: new Map(paths.all(key)) };
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

  *#placesOf(key: number, thread: string, sources: readonly number[]): Generator<Place> {
    for (const source of sources) {
      const calls = this.#callsOf(key, thread, source);
      let call = calls.next();
      for (const { ref, pointer, thread: speaker } of this.#messages.from(key, source, 0)) {
        if (speaker !== thread) continue;
        for (; !call.done && call.value.offset < ref.offset; call = calls.next()) yield call.value;
        yield { thread, source, offset: ref.offset, pointer, call: null };
      }
      for (; !call.done; call = calls.next()) yield call.value;
    }
  }

  /** In the order of places. A page at a time, for calls tell of subagents. */
  *#callsOf(
    key: number,
    thread: string,
    source: number,
  ): Generator<Place & { readonly call: { readonly key: number } }> {
    const page = this.#database.query(
      `SELECT pk, offset, pointer, call_id FROM calls
       WHERE session_pk = ?1 AND source = ?2 AND (offset, pk) > (?3, ?4) AND thread = ?5 ORDER BY offset, pk LIMIT ?6`,
      (row) => ({
        thread,
        source,
        offset: integer(row, 'offset'),
        pointer: text(row, 'pointer'),
        call: { key: integer(row, 'pk'), id: text(row, 'call_id') },
      }),
    );
    for (let [offset, pk] = [-1, 0]; ; ) {
      const places = page.all(key, source, offset, pk, thread, PLACES_PAGE);
      yield* places;
      const last = places.at(-1);
      if (last === undefined || places.length < PLACES_PAGE) return;
      offset = last.offset;
      pk = last.call.key;
    }
  }

  call(key: number): SessionCall | undefined {
    const row = this.#call.get(key);
    if (row === undefined) return undefined;
    const original = integerOrNull(row, 'copy_of');
    return {
      call: this.#reader.read(row),
      copyOf: original === null ? null : (this.#origin.get(original) ?? null),
    };
  }

  message(key: number, { source, offset, pointer }: Place): Message | undefined {
    return this.#messages.at(key, source, offset, pointer);
  }
}
