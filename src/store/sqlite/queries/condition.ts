// Pieces of SQL with the values they need, and how they are joined.

import type { SqlValue } from '../../../sqlite/driver.ts';
import { endOf, folderOf } from '../../rows/place-range.ts';

export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export const ALWAYS: Condition = { sql: '1', values: [] };
export const NEVER: Condition = { sql: '0', values: [] };

export function condition(sql: string, ...values: readonly SqlValue[]): Condition {
  return { sql, values };
}

export function joinConditions(parts: readonly Condition[], by: 'AND' | 'OR'): Condition {
  const [first] = parts;
  if (first === undefined) return by === 'AND' ? ALWAYS : NEVER;
  if (parts.length === 1) return first;
  return { sql: `(${parts.map(({ sql }) => sql).join(` ${by} `)})`, values: parts.flatMap(({ values }) => values) };
}

/** Rows `f` of sources that are one of the places or lie below one: an index finds them. */
export function atOrBelow(places: readonly string[]): Condition {
  const below = places.map((place) => {
    const folder = folderOf(place);
    return condition('(f.path = ? OR (f.path >= ? AND f.path < ?))', place, folder, endOf(folder));
  });
  return joinConditions(below, 'OR');
}

/** Sessions with a file at or below one of the places; `key` is the column that holds the session. */
export function underPlaces(places: readonly string[], key: string): Condition {
  const { sql, values } = atOrBelow(places);
  return { sql: `${key} IN (SELECT f.session_pk FROM sources f WHERE ${sql})`, values };
}
