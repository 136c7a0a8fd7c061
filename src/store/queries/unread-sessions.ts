// Answers "how many sessions below these places are in the index with nothing but their outline?".

import type { Database } from '../../sqlite/database.ts';
import { integer } from '../../sqlite/row.ts';
import { UNREAD } from '../index/session-table.ts';
import { underPlaces } from './condition.ts';

export function unreadSessions(database: Database, places: readonly string[]): number {
  const scope = underPlaces(places, 's.pk');
  const count = database.query(
    `SELECT count(*) AS n FROM sessions s WHERE s.rules IS '${UNREAD}' AND ${scope.sql}`,
    (row) => integer(row, 'n'),
  );
  return count.get(...scope.values) ?? 0;
}
