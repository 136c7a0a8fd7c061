// Owns the question "how much is known below these places?".

import type { Database } from '../database.ts';
import { integer } from '../row.ts';
import { ALWAYS, atOrBelow, underPlaces } from './condition.ts';

export interface PlaceTotals {
  readonly sessions: number;
  /** Copies of other sessions' calls are not counted. */
  readonly calls: number;
  /** Logs, those that are gone included. */
  readonly files: number;
  readonly logBytes: number;
}

/** Asked often: looks at every file once, and at the sessions' files only when some lie elsewhere. */
export function placeTotals(database: Database, places: readonly string[]): PlaceTotals {
  const below = atOrBelow(places);
  const files = database
    .query(
      `SELECT count(*) AS known, coalesce(sum(inside), 0) AS files,
         coalesce(sum(CASE WHEN inside AND f.ledger IS NOT NULL THEN f.size END), 0) AS bytes,
         coalesce(sum(inside AND f.ledger IS NOT NULL), 0) AS logs
       FROM (SELECT f.size, f.ledger, (${below.sql}) AS inside FROM sources f) f`,
      (row) => ({
        isAll: integer(row, 'known') === integer(row, 'files'),
        files: integer(row, 'logs'),
        logBytes: integer(row, 'bytes'),
      }),
    )
    .get(...below.values) ?? { isAll: true, files: 0, logBytes: 0 };
  const scope = files.isAll ? ALWAYS : underPlaces(places, 's.pk');
  const sessions = database
    .query(`SELECT count(*) AS n, coalesce(sum(s.calls), 0) AS calls FROM sessions s WHERE ${scope.sql}`, (row) => ({
      sessions: integer(row, 'n'),
      calls: integer(row, 'calls'),
    }))
    .get(...scope.values) ?? { sessions: 0, calls: 0 };
  return { ...sessions, files: files.files, logBytes: files.logBytes };
}
