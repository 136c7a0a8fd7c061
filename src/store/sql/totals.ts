// Answers "how much is in the index?", and how much of it is below some places.

import { integer } from '../../base/row.ts';
import type { IndexTotals, PlaceTotals } from '../questions/health.ts';
import { ALWAYS } from './condition.ts';
import type { Dialect } from './engine.ts';
import { atOrBelow, coversAll, scopeOf, underPlaces } from './places.ts';
import { askOne, type Steps } from './steps.ts';

export function* indexTotals({ indexBytes }: Dialect): Steps<IndexTotals> {
  const row = yield* askOne(
    `SELECT (SELECT count(*) FROM sessions) AS sessions, (SELECT coalesce(sum(calls), 0) FROM sessions) AS calls,
       count(*) AS files, count(gone_at) AS gone, coalesce(sum(bytes), 0) AS bytes, ${indexBytes} AS index_bytes
     FROM sources WHERE ledger IS NOT NULL`,
  );
  if (row === undefined) return { sessions: 0, calls: 0, files: 0, goneFiles: 0, logBytes: 0, indexBytes: 0 };
  return {
    sessions: integer(row, 'sessions'),
    calls: integer(row, 'calls'),
    files: integer(row, 'files'),
    goneFiles: integer(row, 'gone'),
    logBytes: integer(row, 'bytes'),
    indexBytes: integer(row, 'index_bytes'),
  };
}

/** Asked often: if everything is below the places, narrow indexes are enough. */
export function* placeTotals(dialect: Dialect, places: readonly string[]): Steps<PlaceTotals> {
  const isAll = yield* coversAll(dialect, places);
  const below = isAll ? ALWAYS : atOrBelow(dialect, places);
  const files = yield* askOne(
    `SELECT count(*) AS files, coalesce(sum(f.bytes), 0) AS bytes FROM sources f WHERE f.ledger IS NOT NULL AND ${below.sql}`,
    ...below.values,
  );
  const scope = isAll ? ALWAYS : underPlaces(dialect, places, 's.pk');
  const sessions = yield* askOne(
    `SELECT count(*) AS n, coalesce(sum(s.calls), 0) AS calls FROM sessions s WHERE ${scope.sql}`,
    ...scope.values,
  );
  return {
    sessions: sessions === undefined ? 0 : integer(sessions, 'n'),
    calls: sessions === undefined ? 0 : integer(sessions, 'calls'),
    files: files === undefined ? 0 : integer(files, 'files'),
    logBytes: files === undefined ? 0 : integer(files, 'bytes'),
  };
}

export function* unreadSessions(dialect: Dialect, places: readonly string[]): Steps<number> {
  const scope = yield* scopeOf(dialect, places, 's.pk');
  const row = yield* askOne(
    `SELECT count(*) AS n FROM sessions s WHERE ${dialect.isUnread} AND ${scope.sql}`,
    ...scope.values,
  );
  return row === undefined ? 0 : integer(row, 'n');
}
