// How far a question reaches: mostly the places it names are all there are, and then nothing needs to be left out.

import type { Database } from '../../../sqlite/database.ts';
import { endOf, folderOf } from '../../rows/place-range.ts';
import { ALWAYS, type Condition, underPlaces } from './condition.ts';

/** Whether every log that the index knows lies at or below the places: looks into the gaps between them. */
export function coversAll(database: Database, places: readonly string[]): boolean {
  const isElsewhere = 'f.path NOT IN (SELECT value FROM json_each(?))';
  const between = database.query(
    `SELECT 1 FROM sources f WHERE f.path >= ? AND f.path < ? AND ${isElsewhere} LIMIT 1`,
    () => true,
  );
  const beyond = database.query(`SELECT 1 FROM sources f WHERE f.path >= ? AND ${isElsewhere} LIMIT 1`, () => true);
  const known = JSON.stringify(places);
  // In the database's order, which is that of bytes.
  const folders = places.map(folderOf).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  let from = '';
  for (const folder of folders) {
    if (between.get(from, folder, known) === true) return false;
    const end = endOf(folder);
    if (Buffer.compare(Buffer.from(end), Buffer.from(from)) > 0) from = end;
  }
  return beyond.get(from, known) === undefined;
}

/** Sessions with a file at or below one of the places; `key` is the column that holds the session. */
export function scopeOf(database: Database, places: readonly string[], key: string): Condition {
  return coversAll(database, places) ? ALWAYS : underPlaces(places, key);
}
