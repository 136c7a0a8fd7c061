// Owns the question "which logs are there?", without going through all of them: how many below a folder, which are the
// largest, which an agent may delete.

import type { Database } from '../database.ts';
import { integer, text } from '../row.ts';
import { atOrBelow, joinConditions } from './condition.ts';
import { scopeOf } from './scope.ts';

export interface FilesBelow {
  readonly files: number;
  /** Whose logs they are. */
  readonly agents: readonly string[];
}

/** Logs at or below a place that are still there. */
export function filesBelow(database: Database, place: string): FilesBelow {
  const { sql, values } = atOrBelow([place]);
  const rows = database.query(
    `SELECT s.agent, count(*) AS files FROM sources f JOIN sessions s ON s.pk = f.session_pk
     WHERE f.ledger IS NOT NULL AND f.gone_at IS NULL AND ${sql} GROUP BY s.agent ORDER BY s.agent`,
    (row) => ({ agent: text(row, 'agent'), files: integer(row, 'files') }),
  );
  const found = rows.all(...values);
  return { files: found.reduce((sum, { files }) => sum + files, 0), agents: found.map(({ agent }) => agent) };
}

export interface SizedFile {
  readonly path: string;
  readonly agent: string;
  readonly session: string;
  readonly bytes: number;
  readonly isGone: boolean;
}

/** The largest logs first. */
export function largestFiles(database: Database, places: readonly string[], most: number): SizedFile[] {
  const { sql, values } = scopeOf(database, places, 'f.session_pk');
  return database
    .query(
      `SELECT f.path, s.agent, s.id, f.size, f.gone_at FROM sources f INDEXED BY sources_logs
       CROSS JOIN sessions s ON s.pk = f.session_pk
       WHERE f.ledger IS NOT NULL AND ${sql} ORDER BY f.size DESC LIMIT ?`,
      (row) => ({
        path: text(row, 'path'),
        agent: text(row, 'agent'),
        session: text(row, 'id'),
        bytes: integer(row, 'size'),
        isGone: row['gone_at'] !== null,
      }),
    )
    .all(...values, most);
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
