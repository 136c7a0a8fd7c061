// Answers "how much is in the index?", and how much of it lies below some places.

import { integer } from '../../../base/row.ts';
import type { IndexTotals, PlaceTotals } from '../../questions/health.ts';
import { SCHEMA_NAME } from '../database/schema.ts';
import type { Statements } from '../database/statement.ts';
import { ALWAYS, askOne, atOrBelow, underPlaces } from './condition.ts';
import { coversAll } from './scope.ts';

export async function indexTotals(on: Statements): Promise<IndexTotals> {
  const row = await askOne(
    on,
    `SELECT * FROM (SELECT count(*) AS sessions, coalesce(sum(calls), 0) AS calls FROM sessions) s,
       (SELECT count(*) AS files, count(gone_at) AS gone, coalesce(sum(bytes), 0) AS bytes FROM sources WHERE ledger IS NOT NULL) f,
       (SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) AS index_bytes FROM pg_class c
        WHERE c.relnamespace = '${SCHEMA_NAME}'::regnamespace AND c.relkind IN ('r', 'm')) c`,
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

export async function placeTotals(on: Statements, places: readonly string[]): Promise<PlaceTotals> {
  const isAll = await coversAll(on, places);
  const below = isAll ? ALWAYS : atOrBelow(places);
  const files = await askOne(
    on,
    `SELECT count(*) AS files, coalesce(sum(f.bytes), 0) AS bytes FROM sources f WHERE f.ledger IS NOT NULL AND ${below.sql}`,
    ...below.values,
  );
  const scope = isAll ? ALWAYS : underPlaces(places, 's.pk');
  const sessions = await askOne(
    on,
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

export async function unreadSessions(on: Statements, places: readonly string[]): Promise<number> {
  const scope = (await coversAll(on, places)) ? ALWAYS : underPlaces(places, 's.pk');
  const count = await askOne(
    on,
    `SELECT count(*) AS n FROM sessions s WHERE s.rules = 0 AND ${scope.sql}`,
    ...scope.values,
  );
  return count === undefined ? 0 : integer(count, 'n');
}
