// Turns rows of calls into calls: with the names of their files, their hooks, and their copies in other sessions. What a batch of
// rows needs is queried together.

import { integer, integerOrNull, type Row, text } from '../../base/row.ts';
import type { Copy, ToolCall } from '../../model/tool-call.ts';
import { parseFrame } from '../rows/call-detail.ts';
import { callOf, type StoredCall, storedCallOf } from '../rows/call-row.ts';
import { parseHookName } from '../rows/stored-hook.ts';
import type { Dialect } from './engine.ts';
import { InternedWords } from './interned-words.ts';
import { ask, type Steps } from './steps.ts';

/** Interned strings of calls, kept for all queries. */
export class CallWords {
  readonly frames = new InternedWords('frame', parseFrame);
  readonly hooks = new InternedWords('hook', parseHookName);
}

/** What calls need to know about their session. */
interface Home {
  readonly agent: string;
  readonly id: string;
  readonly paths: Map<number, string>;
  /** Only sessions that were compared with others have calls that others copied. */
  readonly isAlone: boolean;
}

/** A call with its place. */
export interface ReadCall {
  readonly row: Row;
  readonly call: ToolCall;
  /** Names of its session's files. */
  pathOf(source: number): string;
}

/** Sessions remembered between batches. */
const KEPT_HOMES = 4096;

export class CallReader {
  readonly #dialect: Dialect;
  readonly #words: CallWords;
  readonly #homes = new Map<number, Home>();

  /** For one query: file names are those of its snapshot. */
  constructor(dialect: Dialect, words: CallWords) {
    this.#dialect = dialect;
    this.#words = words;
  }

  /** The calls of whole rows of the table, in order. */
  *read(rows: readonly Row[]): Steps<readonly ReadCall[]> {
    if (rows.length === 0) return [];
    yield* this.#learnHomes(rows);
    const copies = yield* this.#copiesOf(rows);
    const stored = rows.map(storedCallOf);
    yield* this.#words.frames.learn(
      this.#dialect,
      stored.map(({ detail }) => detail.x),
    );
    yield* this.#words.hooks.learn(
      this.#dialect,
      stored.flatMap(({ hooks }) => hooks.map(([hook]) => hook)),
    );
    return stored.map((call) => this.#call(call, copies));
  }

  #call(stored: StoredCall, copies: ReadonlyMap<number, readonly Copy[]>): ReadCall {
    const { row } = stored;
    const { frames, hooks } = this.#words;
    const home = this.#homes.get(integer(row, 'session_pk'));
    const pathOf = (source: number): string => home?.paths.get(source) ?? '';
    const call = callOf(stored, {
      agent: home?.agent ?? '',
      session: home?.id ?? '',
      pathOf,
      copies: copies.get(integer(row, 'pk')) ?? [],
      frameOf: (number) => frames.of(number),
      hookOf: (number) => hooks.of(number),
    });
    return { row, call, pathOf };
  }

  /** Including copies of copies. */
  *#copiesOf(rows: readonly Row[]): Steps<ReadonlyMap<number, readonly Copy[]>> {
    const copied = rows.filter((row) => this.#homes.get(integer(row, 'session_pk'))?.isAlone === false);
    if (copied.length === 0) return new Map();
    const isCopy = this.#dialect.isAmong(
      'c.copy_of',
      copied.map((row) => integer(row, 'pk')),
    );
    const found = yield* ask(
      `SELECT c.* FROM calls c JOIN sessions s ON s.pk = c.session_pk
       WHERE ${isCopy.sql} AND c.copy_of IS NOT NULL
       ORDER BY s.rank, c.source, c."offset", length(c.pointer), c.pointer, c.pk`,
      ...isCopy.values,
    );
    const copies = new Map<number, Copy[]>();
    for (const { row, call, pathOf } of yield* this.read(found)) {
      const { source, line, offset, length } = call.bodies.input;
      const places = [{ session: call.session, file: pathOf(source), line, offset, length }, ...call.copies];
      const original = integer(row, 'copy_of');
      copies.set(original, [...(copies.get(original) ?? []), ...places]);
    }
    return copies;
  }

  *#learnHomes(rows: readonly Row[]): Steps<void> {
    if (this.#homes.size > KEPT_HOMES) this.#homes.clear();
    const sessions = [...new Set(rows.map((row) => integer(row, 'session_pk')))];
    const missing = sessions.filter((session) => !this.#homes.has(session));
    if (missing.length === 0) return;
    const named = this.#dialect.isAmong('pk', missing);
    for (const row of yield* ask(`SELECT pk, agent, id, family FROM sessions WHERE ${named.sql}`, ...named.values)) {
      this.#homes.set(integer(row, 'pk'), {
        agent: text(row, 'agent'),
        id: text(row, 'id'),
        paths: new Map(),
        isAlone: integerOrNull(row, 'family') === null,
      });
    }
    const ofThem = this.#dialect.isAmong('f.session_pk', missing);
    const files = yield* ask(
      `SELECT f.session_pk, f.num, ${this.#dialect.logPath} AS path FROM sources f WHERE ${ofThem.sql}`,
      ...ofThem.values,
    );
    for (const row of files) {
      this.#homes.get(integer(row, 'session_pk'))?.paths.set(integer(row, 'num'), text(row, 'path'));
    }
  }
}
