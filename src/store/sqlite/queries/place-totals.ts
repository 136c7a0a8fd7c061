// Answers "how much is known below these places?".

import { integer } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { PlaceTotals } from '../../questions/health.ts';
import { UNREAD } from '../../rows/session-row.ts';
import { ALWAYS, atOrBelow, underPlaces } from './condition.ts';
import { coversAll } from './scope.ts';

/** Asked often: where everything lies below the places, two narrow indexes tell. */
export function placeTotals(database: Database, places: readonly string[]): PlaceTotals {
  const isAll = coversAll(database, places);
  const below = isAll ? ALWAYS : atOrBelow(places);
  const files = database
    .query(
      `SELECT count(*) AS files, coalesce(sum(f.bytes), 0) AS bytes FROM sources f
       WHERE f.ledger IS NOT NULL AND ${below.sql}`,
      (row) => ({ files: integer(row, 'files'), logBytes: integer(row, 'bytes') }),
    )
    .get(...below.values) ?? { files: 0, logBytes: 0 };
  const scope = isAll ? ALWAYS : underPlaces(places, 's.pk');
  const sessions = database
    .query(`SELECT count(*) AS n, coalesce(sum(s.calls), 0) AS calls FROM sessions s WHERE ${scope.sql}`, (row) => ({
      sessions: integer(row, 'n'),
      calls: integer(row, 'calls'),
    }))
    .get(...scope.values) ?? { sessions: 0, calls: 0 };
  return { ...sessions, ...files };
}

export function unreadSessions(database: Database, places: readonly string[]): number {
  const scope = coversAll(database, places) ? ALWAYS : underPlaces(places, 's.pk');
  const count = database.query(
    `SELECT count(*) AS n FROM sessions s WHERE s.rules IS '${UNREAD}' AND ${scope.sql}`,
    (row) => integer(row, 'n'),
  );
  return count.get(...scope.values) ?? 0;
}
