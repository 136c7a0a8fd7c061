// How far a question reaches: mostly the places it names are all there are, and then nothing needs to be left out.

import { flag } from '../../../base/row.ts';
import { EVERYWHERE, endOf, folderOf } from '../../rows/place-range.ts';
import { ID_HEAD } from '../database/schema.ts';
import type { Statements } from '../database/statement.ts';
import { ALWAYS, askOne, type Condition, condition, isBetween, joinConditions, underPlaces } from './condition.ts';

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Whether every log that the index knows lies at or below the places: looks into the gaps between them. */
export async function coversAll(on: Statements, places: readonly string[]): Promise<boolean> {
  if (places.includes(EVERYWHERE)) return true;
  const folders = places.map(folderOf).sort(byBytes);
  const gaps: Condition[] = [];
  let from = '';
  for (const folder of folders) {
    gaps.push(isBetween('f.path', from, folder));
    const end = endOf(folder);
    if (byBytes(end, from) > 0) from = end;
  }
  gaps.push(condition(`(left(f.path, ${ID_HEAD}) >= left(?, ${ID_HEAD}) AND f.path >= ?)`, from, from));
  const beside = gaps.map(({ sql, values }) =>
    condition(`EXISTS (SELECT 1 FROM sources f WHERE ${sql} AND f.path <> ALL(?::text[]))`, ...values, places),
  );
  const { sql, values } = joinConditions(beside, 'OR');
  const row = await askOne(on, `SELECT ${sql} AS beside`, ...values);
  return row !== undefined && !flag(row, 'beside');
}

/** Sessions with a file at or below one of the places; `key` is the column that holds the session. */
export async function scopeOf(on: Statements, places: readonly string[], key: string): Promise<Condition> {
  return (await coversAll(on, places)) ? ALWAYS : underPlaces(places, key);
}
