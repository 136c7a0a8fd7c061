// Answers "which logs are there?", without going through all of them: how many below a folder, which are the
// largest, which an agent may delete.

import { integer, text } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { FilesBelow, SizedFile } from '../../questions/health.ts';
import { atOrBelow, joinConditions } from './condition.ts';
import { scopeOf } from './scope.ts';

/** Whose session it is, by the key of its row. */
function agentsOf(database: Database): Map<number, string> {
  const agents = new Map<number, string>();
  const rows = database.query('SELECT agent, json_group_array(pk) AS keys FROM sessions GROUP BY agent', (row) => {
    const keys: readonly number[] = JSON.parse(text(row, 'keys'));
    for (const key of keys) agents.set(key, text(row, 'agent'));
  });
  rows.all();
  return agents;
}

/** Logs at or below places that are still there, place by place. */
export function filesBelow(database: Database, places: readonly string[]): FilesBelow[] {
  const agents = agentsOf(database);
  return places.map((place) => {
    const { sql, values } = atOrBelow([place]);
    // Going from each file to its session would take twice as long.
    const sessions = database.query(
      `SELECT json_group_array(f.session_pk) AS keys FROM sources f
       WHERE f.ledger IS NOT NULL AND f.gone_at IS NULL AND ${sql}`,
      (row): readonly number[] => JSON.parse(text(row, 'keys')),
    );
    const keys = sessions.get(...values) ?? [];
    return { files: keys.length, agents: [...new Set(keys.map((key) => agents.get(key) ?? ''))].sort() };
  });
}

/** Whether a file is a log of a session below the places. */
export function isKnownLog(database: Database, places: readonly string[], path: string): boolean {
  const { sql, values } = scopeOf(database, places, 'f.session_pk');
  const found = database.query(
    `SELECT f.num FROM sources f WHERE f.path = ? AND f.ledger IS NOT NULL AND ${sql}`,
    (row) => integer(row, 'num'),
  );
  return found.get(path, ...values) !== undefined;
}

type SizedFileRow = readonly [path: string, agent: string, session: string, bytes: number, isGone: number];

/** The largest logs first. Thousands of them: as one text, which is read in two thirds of the time of so many rows. */
export function largestFiles(database: Database, places: readonly string[], most: number): SizedFile[] {
  const { sql, values } = scopeOf(database, places, 'f.session_pk');
  const files = database.query(
    `SELECT json_group_array(json_array(path, agent, id, bytes, is_gone)) AS files FROM (
       SELECT f.path, s.agent, s.id, f.bytes, f.gone_at IS NOT NULL AS is_gone FROM sources f INDEXED BY sources_logs
       CROSS JOIN sessions s ON s.pk = f.session_pk
       WHERE f.ledger IS NOT NULL AND ${sql} ORDER BY f.bytes DESC LIMIT ?)`,
    (row): readonly SizedFileRow[] => JSON.parse(text(row, 'files')),
  );
  return (files.get(...values, most) ?? []).map(([path, agent, session, bytes, isGone]) => {
    return { path, agent, session, bytes, isGone: isGone !== 0 };
  });
}

/** Logs that are still there, with when each was written to: those below some folders, of sessions below the places. */
export function* presentFiles(
  database: Database,
  places: readonly string[],
  folders: readonly string[],
): Generator<{ readonly agent: string; readonly session: string; readonly path: string; readonly modifiedAt: number }> {
  if (folders.length === 0) return;
  const where = joinConditions([scopeOf(database, places, 'f.session_pk'), atOrBelow(folders)], 'AND');
  const rows = database.query(
    `SELECT s.agent, s.id, f.path, f.modified_at FROM sources f JOIN sessions s ON s.pk = f.session_pk
     WHERE f.ledger IS NOT NULL AND f.gone_at IS NULL AND ${where.sql}`,
    (row) => ({
      agent: text(row, 'agent'),
      session: text(row, 'id'),
      path: text(row, 'path'),
      modifiedAt: integer(row, 'modified_at'),
    }),
  );
  yield* rows.each(...where.values);
}
