// Requests to models, one row each: costs and context fill need single requests, not sums.

import type { NumberedRequest } from '../../../model/model-request.ts';
import type { Command, Database } from '../../../sqlite/database.ts';
import { requestValues } from '../../rows/request-row.ts';

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

export class RequestTable {
  readonly #put: Command;
  readonly #clear: Command;

  constructor(database: Database) {
    this.#put = database.command(`INSERT OR REPLACE INTO requests VALUES (${Array(17).fill('?').join(', ')})`);
    this.#clear = database.command('DELETE FROM requests WHERE session_pk = ?');
  }

  put(session: number, requests: readonly NumberedRequest[]): void {
    for (const request of requests) this.#put.do(session, ...requestValues(request));
  }

  clear(session: number): void {
    this.#clear.do(session);
  }
}
