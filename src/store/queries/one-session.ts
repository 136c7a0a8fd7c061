// Owns the question "what was said and done in this session?": found by the beginning of its id, its lines of
// conversation in order as light places, and each message or call read when it is wanted.

import { AppError } from '../../base/app-error.ts';
import type { SpokenKind } from '../../model/observation.ts';
import type { Compaction, Message, Thread } from '../../model/session.ts';
import type { ToolCall } from '../../model/tool-call.ts';
import type { Database, Query } from '../database.ts';
import { oneOf } from '../index/one-of.ts';
import type { SessionDetail } from '../index/session-table.ts';
import { integer, integerOrNull, type Row, text, textOrNull } from '../row.ts';
import { CallReader } from './call-reader.ts';
import { type Condition, underPlaces } from './condition.ts';

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

export const SPOKEN = [
  'prompt',
  'answer',
  'thinking',
  'compact-summary',
  'injected',
  'command',
  'shell',
  'notification',
  'interrupt',
  'peer',
  'api-error',
  'notice',
] as const satisfies SpokenKind[];

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

function messageOf(row: Row): Message {
  return {
    what: oneOf(SPOKEN, text(row, 'what')),
    thread: text(row, 'thread'),
    at: integerOrNull(row, 'at'),
    preview: text(row, 'preview'),
    size: integer(row, 'size'),
    model: textOrNull(row, 'model'),
    callId: textOrNull(row, 'call_id'),
    ref: {
      source: integer(row, 'source'),
      line: integer(row, 'line'),
      offset: integer(row, 'offset'),
      length: integer(row, 'length'),
    },
    pointer: text(row, 'pointer'),
  };
}

export class SessionReader {
  readonly #database: Database;
  readonly #reader: CallReader;
  readonly #call: Query<Row>;
  readonly #message: Query<Message>;
  readonly #origin: Query<string>;

  constructor(database: Database) {
    this.#database = database;
    this.#reader = new CallReader(database);
    this.#call = database.query('SELECT * FROM calls WHERE pk = ?', (row) => row);
    this.#message = database.query(
      'SELECT * FROM messages WHERE session_pk = ? AND source = ? AND offset = ? AND pointer = ?',
      messageOf,
    );
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
      `SELECT thread, source FROM messages WHERE session_pk = ? UNION SELECT thread, source FROM calls WHERE session_pk = ?
       ORDER BY source`,
      (row) => [text(row, 'thread'), integer(row, 'source')] as const,
    );
    const sources = new Map<string, number[]>();
    for (const [thread, source] of pairs.each(key, key)) {
      const list = sources.get(thread);
      if (list === undefined) sources.set(thread, [source]);
      else list.push(source);
    }
    return sources;
  }

  /** Both tables are in the order of places already: nothing is sorted. A page at a time, for calls tell of subagents. */
  *#placesOf(key: number, thread: string, sources: readonly number[]): Generator<Place> {
    const page = this.#database.query(
      `SELECT thread, source, offset, pointer, NULL AS pk, NULL AS call_id FROM messages
         WHERE session_pk = ?1 AND source = ?2 AND offset > ?3 AND thread = ?4
       UNION ALL SELECT thread, source, offset, pointer, pk, call_id FROM calls
         WHERE session_pk = ?1 AND source = ?2 AND offset > ?3 AND thread = ?4
       ORDER BY offset LIMIT ?5`,
      (row): Place => {
        const call = integerOrNull(row, 'pk');
        return {
          thread: text(row, 'thread'),
          source: integer(row, 'source'),
          offset: integer(row, 'offset'),
          pointer: text(row, 'pointer'),
          call: call === null ? null : { key: call, id: text(row, 'call_id') },
        };
      },
    );
    for (const source of sources) {
      let after = -1;
      for (let limit = PLACES_PAGE; ; ) {
        const places = page.all(key, source, after, thread, limit);
        const last = places.at(-1)?.offset ?? after;
        const isWhole = places.length < limit;
        // What stands in the last line of a page may not be complete: it is the first of the next one.
        const told = isWhole ? places : places.filter(({ offset }) => offset < last);
        yield* told;
        if (isWhole) break;
        // A line with more in it than a page holds needs a larger one.
        if (told.length === 0) limit *= 2;
        else after = told.at(-1)?.offset ?? after;
      }
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
    return this.#message.get(key, source, offset, pointer);
  }
}
