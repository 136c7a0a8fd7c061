// Answers "which logs are there?": how many below a folder, which are the largest, which an agent may delete.

import { flag, integer, text } from '../../base/row.ts';
import type { FilesBelow, PresentFile, SizedFile } from '../questions/health.ts';
import { EVERYWHERE, endOf, folderOf } from '../rows/place-range.ts';
import { ALWAYS, type Condition, condition, joinConditions } from './condition.ts';
import type { Dialect } from './engine.ts';
import { atOrBelow, scopeOf } from './places.ts';
import { ask, askOne, type Steps } from './steps.ts';

/** Most places hold most of all logs: comparing directly is faster than using indexes. */
function isBelow(place: string): Condition {
  if (place === EVERYWHERE) return ALWAYS;
  const folder = folderOf(place);
  return condition('(f.path = ? OR (f.path >= ? AND f.path < ?))', place, folder, endOf(folder));
}

/** Existing logs at or below places, place by place. */
export function* filesBelow(dialect: Dialect, places: readonly string[]): Steps<readonly FilesBelow[]> {
  const below: FilesBelow[] = [];
  for (const place of places) {
    const { sql, values } = isBelow(place);
    const rows = yield* ask(dialect.filesByAgent(`f.ledger IS NOT NULL AND f.gone_at IS NULL AND ${sql}`), ...values);
    below.push({
      files: rows.reduce((sum, row) => sum + integer(row, 'files'), 0),
      agents: rows.map((row) => text(row, 'agent')).sort(),
    });
  }
  return below;
}

/** Whether a file is a log of a session below the places, by the path it is shown by. */
export function* isKnownLog(dialect: Dialect, places: readonly string[], path: string): Steps<boolean> {
  const where = joinConditions([dialect.isToldAs(path), yield* scopeOf(dialect, places, 'f.session_pk')], 'AND');
  const row = yield* askOne(
    `SELECT 1 AS found FROM sources f WHERE f.ledger IS NOT NULL AND ${where.sql}`,
    ...where.values,
  );
  return row !== undefined;
}

/** The largest logs first. */
export function* largestFiles(dialect: Dialect, places: readonly string[], most: number): Steps<readonly SizedFile[]> {
  const { sql, values } = yield* scopeOf(dialect, places, 'f.session_pk');
  const rows = yield* ask(
    `SELECT ${dialect.logPath} AS path, s.agent, s.id, f.bytes, f.gone_at IS NOT NULL AS is_gone
     FROM ${dialect.logsBySize} WHERE f.ledger IS NOT NULL AND ${sql}
     ORDER BY f.bytes DESC, f.gone_at DESC NULLS LAST, f.pk DESC LIMIT ?`,
    ...values,
    most,
  );
  return rows.map((row) => ({
    path: text(row, 'path'),
    agent: text(row, 'agent'),
    session: text(row, 'id'),
    bytes: integer(row, 'bytes'),
    isGone: flag(row, 'is_gone'),
  }));
}

/** Existing logs, with when each was last written: those below some folders, of sessions below the places. */
export function* presentFiles(
  dialect: Dialect,
  places: readonly string[],
  folders: readonly string[],
): Steps<readonly PresentFile[]> {
  if (folders.length === 0) return [];
  const scope = yield* scopeOf(dialect, places, 'f.session_pk');
  const { sql, values } = joinConditions([scope, atOrBelow(dialect, folders)], 'AND');
  const rows = yield* ask(
    `SELECT s.agent, s.id, ${dialect.logPath} AS path, f.modified_at FROM sources f JOIN sessions s ON s.pk = f.session_pk
     WHERE f.ledger IS NOT NULL AND f.gone_at IS NULL AND ${sql} ORDER BY f.path`,
    ...values,
  );
  return rows.map((row) => ({
    agent: text(row, 'agent'),
    session: text(row, 'id'),
    path: text(row, 'path'),
    modifiedAt: integer(row, 'modified_at'),
  }));
}
