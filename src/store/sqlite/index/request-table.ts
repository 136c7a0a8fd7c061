// Requests to models, one row each: costs and the context's fill look at single requests, not at sums.

import type { ModelRequest, NumberedRequest } from '../../../model/model-request.ts';
import type { Command, Database, Query } from '../../../sqlite/database.ts';
import { integer, integerOrNull, type Row, text } from '../../../sqlite/row.ts';

export const REQUEST_TABLES = `
CREATE TABLE requests (
  session_pk INTEGER NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE,
  num INTEGER NOT NULL,
  thread TEXT NOT NULL,
  model TEXT NOT NULL,
  at REAL,
  input REAL NOT NULL,
  output REAL NOT NULL,
  cache_read REAL NOT NULL,
  cache_write REAL NOT NULL,
  reasoning REAL NOT NULL,
  cache_write_long REAL NOT NULL,
  cost_usd REAL,
  context_window REAL,
  source INTEGER NOT NULL,
  line INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  length INTEGER NOT NULL,
  PRIMARY KEY (session_pk, num)
) WITHOUT ROWID;
`;

function requestOf(row: Row): ModelRequest {
  return {
    thread: text(row, 'thread'),
    model: text(row, 'model'),
    at: integerOrNull(row, 'at'),
    usage: {
      input: integer(row, 'input'),
      output: integer(row, 'output'),
      cacheRead: integer(row, 'cache_read'),
      cacheWrite: integer(row, 'cache_write'),
      reasoning: integer(row, 'reasoning'),
    },
    cacheWriteLong: integer(row, 'cache_write_long'),
    costUsd: integerOrNull(row, 'cost_usd'),
    contextWindow: integerOrNull(row, 'context_window'),
    ref: {
      source: integer(row, 'source'),
      line: integer(row, 'line'),
      offset: integer(row, 'offset'),
      length: integer(row, 'length'),
    },
  };
}

export class RequestTable {
  readonly #put: Command;
  readonly #clear: Command;

  constructor(database: Database) {
    this.#put = database.command(`INSERT OR REPLACE INTO requests VALUES (${Array(17).fill('?').join(', ')})`);
    this.#clear = database.command('DELETE FROM requests WHERE session_pk = ?');
  }

  put(session: number, requests: readonly NumberedRequest[]): void {
    for (const { num, thread, model, at, usage, cacheWriteLong, costUsd, contextWindow, ref } of requests) {
      const { input, output, cacheRead, cacheWrite, reasoning } = usage;
      const { source, line, offset, length } = ref;
      this.#put.do(
        session,
        num,
        thread,
        model,
        at,
        input,
        output,
        cacheRead,
        cacheWrite,
        reasoning,
        cacheWriteLong,
        costUsd,
        contextWindow,
        source,
        line,
        offset,
        length,
      );
    }
  }

  clear(session: number): void {
    this.#clear.do(session);
  }
}

/** In the order they were met. */
export function requestQuery(database: Database): Query<ModelRequest> {
  return database.query('SELECT * FROM requests WHERE session_pk = ? ORDER BY num', requestOf);
}
