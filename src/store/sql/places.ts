// The scope of a query: files at or below places. Mostly these are all there are, and then nothing is filtered.

import { flag } from '../../base/row.ts';
import { EVERYWHERE, endOf, folderOf } from '../rows/place-range.ts';
import { ALWAYS, type Condition, condition, joinConditions } from './condition.ts';
import type { Dialect } from './engine.ts';
import { askOne, type Steps } from './steps.ts';

/** Rows `f` of sources that are at or below one of the places. */
export function atOrBelow(dialect: Dialect, places: readonly string[]): Condition {
  if (places.includes(EVERYWHERE)) return ALWAYS;
  const below = places.map((place) => {
    const folder = folderOf(place);
    return joinConditions([dialect.isText('f.path', place), dialect.isBetween('f.path', folder, endOf(folder))], 'OR');
  });
  return joinConditions(below, 'OR');
}

/** Sessions with a file at or below one of the places; `key` is the column that holds the session. */
export function underPlaces(dialect: Dialect, places: readonly string[], key: string): Condition {
  if (places.includes(EVERYWHERE)) return ALWAYS;
  const { sql, values } = atOrBelow(dialect, places);
  return { sql: `${key} IN (SELECT f.session_pk FROM sources f WHERE ${sql})`, values };
}

/** The sort order of databases. */
function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Whether every indexed log is at or below the places: looks into the gaps between them. */
export function* coversAll(dialect: Dialect, places: readonly string[]): Steps<boolean> {
  if (places.includes(EVERYWHERE)) return true;
  const gaps: Condition[] = [];
  let from = '';
  for (const folder of places.map(folderOf).sort(byBytes)) {
    gaps.push(dialect.isBetween('f.path', from, folder));
    const end = endOf(folder);
    if (byBytes(end, from) > 0) from = end;
  }
  gaps.push(dialect.isFrom('f.path', from));
  const isPlace = dialect.isOneOf('f.path', places);
  const beside = gaps.map(({ sql, values }) =>
    condition(`EXISTS (SELECT 1 FROM sources f WHERE ${sql} AND NOT ${isPlace.sql})`, ...values, ...isPlace.values),
  );
  const { sql, values } = joinConditions(beside, 'OR');
  const row = yield* askOne(`SELECT ${sql} AS beside`, ...values);
  return row !== undefined && !flag(row, 'beside');
}

/** Sessions with a file at or below one of the places; `key` is the column that holds the session. */
export function* scopeOf(dialect: Dialect, places: readonly string[], key: string): Steps<Condition> {
  return (yield* coversAll(dialect, places)) ? ALWAYS : underPlaces(dialect, places, key);
}
