// The calls of a session in the order of its files, page by page, for tests that look at one session.

import { integer, type Row, text } from '../../src/base/row.ts';
import type { ToolCall } from '../../src/model/tool-call.ts';
import type { Database, Query } from '../../src/sqlite/database.ts';
import { CallReader } from '../../src/store/sql/call-reader.ts';
import { takeSteps } from '../../src/store/sqlite/index/take-steps.ts';
import { SQLITE_DIALECT, wordsOf } from '../../src/store/sqlite/queries/engine.ts';

/** A place in the order of a session's calls: a page begins after it. */
export interface CallCursor {
  readonly source: number;
  readonly offset: number;
  readonly pointer: string;
  readonly occurrence: number;
}

export interface CallPage {
  readonly calls: readonly ToolCall[];
  /** Null after the last page. */
  readonly next: CallCursor | null;
}

const START: CallCursor = { source: -1, offset: -1, pointer: '', occurrence: 0 };

function cursorOf(row: Row): CallCursor {
  return {
    source: integer(row, 'source'),
    offset: integer(row, 'offset'),
    pointer: text(row, 'pointer'),
    occurrence: integer(row, 'occurrence'),
  };
}

export class SessionCalls {
  readonly #page: Query<Row>;
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
    this.#page = database.query(
      `SELECT c.* FROM calls c
       WHERE c.session_pk = (SELECT pk FROM sessions WHERE agent = ? AND id = ?) AND c.copy_of IS NULL
         AND (c.source, c.offset, length(c.pointer), c.pointer, c.occurrence) > (?, ?, ?, ?, ?)
       ORDER BY c.source, c.offset, length(c.pointer), c.pointer, c.occurrence LIMIT ?`,
      (row) => row,
    );
  }

  page(agent: string, session: string, limit: number, after: CallCursor = START): CallPage {
    // The pointers of a line's calls are alike but for a number: the shorter one is the smaller.
    const place = [after.source, after.offset, after.pointer.length, after.pointer, after.occurrence];
    const rows = this.#page.all(agent, session, ...place, limit + 1);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const reader = new CallReader(SQLITE_DIALECT, wordsOf(this.#database));
    return {
      calls: takeSteps(this.#database, reader.read(shown)).map(({ call }) => call),
      next: rows.length > limit && last !== undefined ? cursorOf(last) : null,
    };
  }
}
