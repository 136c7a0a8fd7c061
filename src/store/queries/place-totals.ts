// Owns the question "how much is known below these places?".

import type { Database } from '../database.ts';
import { integer } from '../row.ts';
import { scopeOf } from './scope.ts';

export interface PlaceTotals {
  readonly sessions: number;
  /** Copies of other sessions' calls are not counted. */
  readonly calls: number;
  /** Logs, those that are gone included. */
  readonly files: number;
  readonly logBytes: number;
}

export function placeTotals(database: Database, places: readonly string[]): PlaceTotals {
  const { sql, values } = scopeOf(database, places, 's.pk');
  const ofFiles = scopeOf(database, places, 's.session_pk');
  const sessions = database
    .query(`SELECT count(*) AS n, coalesce(sum(s.calls), 0) AS calls FROM sessions s WHERE ${sql}`, (row) => ({
      sessions: integer(row, 'n'),
      calls: integer(row, 'calls'),
    }))
    .get(...values);
  const files = database
    .query(
      `SELECT count(*) AS n, coalesce(sum(s.size), 0) AS bytes FROM sources s
       WHERE s.ledger IS NOT NULL AND ${ofFiles.sql}`,
      (row) => ({ files: integer(row, 'n'), logBytes: integer(row, 'bytes') }),
    )
    .get(...ofFiles.values);
  return { ...(sessions ?? { sessions: 0, calls: 0 }), ...(files ?? { files: 0, logBytes: 0 }) };
}
