// Turns rows of calls into calls: with the names of their files, their hooks, and their copies in other sessions. What a batch of
// rows needs is asked for together.

import { integer, integerOrNull, type Row, text } from '../../../base/row.ts';
import type { Copy, ToolCall } from '../../../model/tool-call.ts';
import { callOf } from '../../rows/call-row.ts';
import type { Statements } from '../database/statement.ts';
import { ask } from './condition.ts';
import { logPath } from './log-path.ts';
import { KnownWords } from './words.ts';

/** Words that calls name, kept for all questions. */
export class CallWords {
  readonly frames = new KnownWords('frame');
  readonly hooks = new KnownWords('hook');
}

/** A session as far as its calls need it. */
interface Home {
  readonly agent: string;
  readonly id: string;
  readonly paths: Map<number, string>;
  /** Only sessions that were compared with others have calls that others copied. */
  readonly isAlone: boolean;
}

/** A call with where it stands. */
export interface ReadCall {
  readonly row: Row;
  readonly call: ToolCall;
  /** Names of its session's files. */
  pathOf(source: number): string;
}

/** Sessions remembered from batch to batch. */
const KEPT_HOMES = 4096;

/** In place of words that are asked for next. */
const NO_FRAME = '{"r":""}';
const NO_HOOK = '["",""]';

export async function pathsOf(
  on: Statements,
  sessions: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<number, string>>> {
  const rows = await ask(
    on,
    `SELECT f.session_pk, f.num, ${logPath('f')} AS path FROM sources f WHERE f.session_pk = ANY(?::int8[])
     ORDER BY f.session_pk, f.num`,
    sessions,
  );
  const paths = new Map<number, Map<number, string>>(sessions.map((session) => [session, new Map()]));
  for (const row of rows) paths.get(integer(row, 'session_pk'))?.set(integer(row, 'num'), text(row, 'path'));
  return paths;
}

export class CallReader {
  readonly #on: Statements;
  readonly #words: CallWords;
  readonly #homes = new Map<number, Home>();

  /** For one question: names of files are those of its moment. */
  constructor(on: Statements, words: CallWords) {
    this.#on = on;
    this.#words = words;
  }

  /** The calls of whole rows of the table, in their order. */
  async read(rows: readonly Row[]): Promise<ReadCall[]> {
    if (rows.length === 0) return [];
    await this.#learnHomes(rows);
    const copies = await this.#copiesOf(rows);
    const missing = { frames: new Set<number>(), hooks: new Set<number>() };
    const calls = rows.map((row) => this.#call(row, copies, missing));
    if (missing.frames.size === 0 && missing.hooks.size === 0) return calls;
    await this.#words.frames.learn(this.#on, missing.frames);
    await this.#words.hooks.learn(this.#on, missing.hooks);
    return rows.map((row) => this.#call(row, copies));
  }

  #call(
    row: Row,
    copies: ReadonlyMap<number, readonly Copy[]>,
    missing?: { readonly frames: Set<number>; readonly hooks: Set<number> },
  ): ReadCall {
    const { frames, hooks } = this.#words;
    const home = this.#homes.get(integer(row, 'session_pk'));
    const pathOf = (source: number): string => home?.paths.get(source) ?? '';
    const call = callOf(row, {
      agent: home?.agent ?? '',
      session: home?.id ?? '',
      pathOf,
      copies: copies.get(integer(row, 'pk')) ?? [],
      frameOf: (number) => {
        if (missing === undefined || frames.get(number) !== undefined) return frames.of(number);
        missing.frames.add(number);
        return NO_FRAME;
      },
      hookOf: (number) => {
        if (missing === undefined || hooks.get(number) !== undefined) return hooks.of(number);
        missing.hooks.add(number);
        return NO_HOOK;
      },
    });
    return { row, call, pathOf };
  }

  /** Copies of copies are theirs, too. */
  async #copiesOf(rows: readonly Row[]): Promise<ReadonlyMap<number, readonly Copy[]>> {
    const copied = rows.filter((row) => this.#homes.get(integer(row, 'session_pk'))?.isAlone === false);
    if (copied.length === 0) return new Map();
    const found = await ask(
      this.#on,
      `SELECT c.* FROM calls c JOIN sessions s ON s.pk = c.session_pk
       WHERE c.copy_of = ANY(?::int8[]) ORDER BY s.rank, c.source, c."offset", length(c.pointer), c.pointer, c.pk`,
      copied.map((row) => integer(row, 'pk')),
    );
    const copies = new Map<number, Copy[]>();
    for (const { row, call, pathOf } of await this.read(found)) {
      const { source, line, offset, length } = call.bodies.input;
      const places = [{ session: call.session, file: pathOf(source), line, offset, length }, ...call.copies];
      const original = integer(row, 'copy_of');
      copies.set(original, [...(copies.get(original) ?? []), ...places]);
    }
    return copies;
  }

  async #learnHomes(rows: readonly Row[]): Promise<void> {
    if (this.#homes.size > KEPT_HOMES) this.#homes.clear();
    const sessions = [...new Set(rows.map((row) => integer(row, 'session_pk')))];
    const missing = sessions.filter((session) => !this.#homes.has(session));
    if (missing.length === 0) return;
    const found = await ask(this.#on, 'SELECT pk, agent, id, family FROM sessions WHERE pk = ANY(?::int8[])', missing);
    const paths = await pathsOf(this.#on, missing);
    for (const row of found) {
      const key = integer(row, 'pk');
      this.#homes.set(key, {
        agent: text(row, 'agent'),
        id: text(row, 'id'),
        paths: new Map(paths.get(key)),
        isAlone: integerOrNull(row, 'family') === null,
      });
    }
  }
}
