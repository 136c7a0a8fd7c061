// Owns how far a question reaches: mostly the places it names are all there are, and then nothing needs to be left out.

import type { Database } from '../database.ts';
import { ALWAYS, atOrBelow, type Condition, underPlaces } from './condition.ts';

/** Whether every log that the index knows lies at or below the places. */
export function coversAll(database: Database, places: readonly string[]): boolean {
  const { sql, values } = atOrBelow(places);
  const outside = database.query(`SELECT 1 FROM sources f WHERE NOT (${sql}) LIMIT 1`, () => true);
  return outside.get(...values) === undefined;
}

/** Sessions with a file at or below one of the places; `key` is the column that holds the session. */
export function scopeOf(database: Database, places: readonly string[], key: string): Condition {
  return coversAll(database, places) ? ALWAYS : underPlaces(places, key);
}
