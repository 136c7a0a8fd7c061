// Answers "which logs are there?": how many below a folder, which are the largest, which an agent may delete.

import { flag, integer, text } from '../../../base/row.ts';
import type { FilesBelow, PresentFile, SizedFile } from '../../questions/health.ts';
import { EVERYWHERE, endOf, folderOf } from '../../rows/place-range.ts';
import type { Statements } from '../database/statement.ts';
import { ask, askOne, atOrBelow, condition, isText, joinConditions } from './condition.ts';
import { isElsewhere, logPath } from './log-path.ts';
import { scopeOf } from './scope.ts';

/** Logs at or below places that are still there, place by place. */
export async function filesBelow(on: Statements, places: readonly string[]): Promise<FilesBelow[]> {
  const rows = await ask(
    on,
    // All files are looked at, and those of most places are most of all: an index would take longer.
    `SELECT p.num, s.agent, count(*) AS files FROM sources f JOIN sessions s ON s.pk = f.session_pk
     JOIN unnest(?::text[], ?::text[], ?::text[]) WITH ORDINALITY AS p (place, folder, "end", num)
       ON p.place = '${EVERYWHERE}' OR f.path = p.place OR (f.path >= p.folder AND f.path < p."end")
     WHERE f.ledger IS NOT NULL AND f.gone_at IS NULL GROUP BY 1, 2`,
    places,
    places.map(folderOf),
    places.map((place) => endOf(folderOf(place))),
  );
  return places.map((_, i) => {
    const own = rows.filter((row) => integer(row, 'num') === i + 1);
    return {
      files: own.reduce((sum, row) => sum + integer(row, 'files'), 0),
      agents: own.map((row) => text(row, 'agent')).sort(),
    };
  });
}

/** Whether a file is a log of a session below the places, by the path that it is told by. */
export async function isKnownLog(on: Statements, places: readonly string[], path: string): Promise<boolean> {
  // The path on its own machine is what an index finds it by.
  const there = isElsewhere(path) ? path.slice(path.indexOf(':') + 1) : path;
  const { sql, values } = joinConditions(
    [isText('f.path', there), condition(`${logPath('f')} = ?`, path), await scopeOf(on, places, 'f.session_pk')],
    'AND',
  );
  const row = await askOne(on, `SELECT 1 AS found FROM sources f WHERE f.ledger IS NOT NULL AND ${sql}`, ...values);
  return row !== undefined;
}

/** The largest logs first. */
export async function largestFiles(on: Statements, places: readonly string[], most: number): Promise<SizedFile[]> {
  const { sql, values } = await scopeOf(on, places, 'f.session_pk');
  const rows = await ask(
    on,
    `SELECT ${logPath('f')} AS path, s.agent, s.id, f.bytes, f.gone_at IS NOT NULL AS is_gone
     FROM sources f JOIN sessions s ON s.pk = f.session_pk
     WHERE f.ledger IS NOT NULL AND ${sql} ORDER BY f.bytes DESC, f.gone_at DESC NULLS LAST, f.pk DESC LIMIT ?::int8`,
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

/** Logs that are still there, with when each was written to: those below some folders, of sessions below the places. */
export async function presentFiles(
  on: Statements,
  places: readonly string[],
  folders: readonly string[],
): Promise<PresentFile[]> {
  if (folders.length === 0) return [];
  const where = joinConditions([await scopeOf(on, places, 'f.session_pk'), atOrBelow(folders)], 'AND');
  const rows = await ask(
    on,
    `SELECT s.agent, s.id, ${logPath('f')} AS path, f.modified_at FROM sources f JOIN sessions s ON s.pk = f.session_pk
     WHERE f.ledger IS NOT NULL AND f.gone_at IS NULL AND ${where.sql} ORDER BY f.path`,
    ...where.values,
  );
  return rows.map((row) => ({
    agent: text(row, 'agent'),
    session: text(row, 'id'),
    path: text(row, 'path'),
    modifiedAt: integer(row, 'modified_at'),
  }));
}
