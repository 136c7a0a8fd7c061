// Turns rows of calls into calls: with the names of their files, their hooks, and their copies in other sessions.

import { integer, type Row, text } from '../../../base/row.ts';
import type { Copy, ToolCall } from '../../../model/tool-call.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import { callOf } from '../../rows/call-row.ts';
import { InternedReader } from '../index/interned-reader.ts';

/** A session as far as its calls need it. */
interface Home {
  readonly agent: string;
  readonly id: string;
  readonly paths: ReadonlyMap<number, string>;
}

/** Sessions remembered from row to row; neighbours in a list mostly share one. */
const KEPT_HOMES = 64;

export class CallReader {
  readonly #home: Query<{ agent: string; id: string }>;
  readonly #paths: Query<readonly [number, string]>;
  readonly #copies: Query<Row>;
  readonly #frames: InternedReader;
  readonly #hooks: InternedReader;
  readonly #homes = new Map<number, Home>();

  constructor(database: Database) {
    this.#home = database.query('SELECT agent, id FROM sessions WHERE pk = ?', (row) => ({
      agent: text(row, 'agent'),
      id: text(row, 'id'),
    }));
    this.#paths = database.query(
      'SELECT num, path FROM sources WHERE session_pk = ?',
      (row) => [integer(row, 'num'), text(row, 'path')] as const,
    );
    this.#copies = database.query(
      `SELECT c.* FROM calls c JOIN sessions s ON s.pk = c.session_pk
       WHERE c.copy_of = ? AND c.copy_of IS NOT NULL ORDER BY s.rank, c.source, c.offset, length(c.pointer), c.pointer`,
      (row) => row,
    );
    this.#frames = new InternedReader(database, 'frame');
    this.#hooks = new InternedReader(database, 'hook');
  }

  /** The call of a whole row of the table. */
  read(row: Row): ToolCall {
    const session = integer(row, 'session_pk');
    const home = this.#homeOf(session);
    return callOf(row, {
      agent: home.agent,
      session: home.id,
      pathOf: (source) => this.#pathIn(session, source),
      copies: this.#copies.all(integer(row, 'pk')).flatMap((copy) => this.#placesOf(copy)),
      frameOf: (number) => this.#frames.of(number),
      hookOf: (number) => this.#hooks.of(number),
    });
  }

  /** Names of the files of the session that a call stands in. */
  pathOf(row: Row): (source: number) => string {
    const session = integer(row, 'session_pk');
    return (source) => this.#pathIn(session, source);
  }

  #placesOf(row: Row): Copy[] {
    const copy = this.read(row);
    const { source, line, offset, length } = copy.bodies.input;
    return [{ session: copy.session, file: this.pathOf(row)(source), line, offset, length }, ...copy.copies];
  }

  #pathIn(session: number, source: number): string {
    const known = this.#homeOf(session).paths.get(source);
    if (known !== undefined) return known;
    // A file that has come since the session was remembered.
    this.#homes.delete(session);
    return this.#homeOf(session).paths.get(source) ?? '';
  }

  #homeOf(session: number): Home {
    const kept = this.#homes.get(session);
    if (kept !== undefined) return kept;
    if (this.#homes.size >= KEPT_HOMES) this.#homes.clear();
    const home = this.#home.get(session);
    const found = { agent: home?.agent ?? '', id: home?.id ?? '', paths: new Map(this.#paths.all(session)) };
    this.#homes.set(session, found);
    return found;
  }
}
