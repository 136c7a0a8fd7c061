// Whole rows of calls by their keys.

import { integer, type Row } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';

/** In the order of the keys; missing ones are left out. */
export function callRows(database: Database, keys: readonly number[]): readonly Row[] {
  if (keys.length === 0) return [];
  const rows = database.ask('SELECT * FROM calls WHERE pk IN (SELECT value FROM json_each(?))', [JSON.stringify(keys)]);
  const byKey = new Map(rows.map((row) => [integer(row, 'pk'), row]));
  return keys.map((key) => byKey.get(key)).filter((row) => row !== undefined);
}
