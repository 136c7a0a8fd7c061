// Ids as people type them: as much of an id as tells it from every other one in the index.

import { type Row, text } from '../../../base/row.ts';
import { shortIdOf } from '../../rows/short-id.ts';
import { ID_HEAD } from '../database/schema.ts';
import type { Statements } from '../database/statement.ts';
import { askOne } from './condition.ts';

/** Along the index of how ids begin. */
function neighbours(table: 'calls' | 'sessions', column: 'call_id' | 'id'): readonly string[] {
  const head = `left(${column}, ${ID_HEAD})`;
  const next = (is: '<' | '>', order: 'ASC' | 'DESC'): string =>
    `SELECT ${column} AS id FROM ${table} WHERE ${head} ${is}= left(?, ${ID_HEAD}) AND ${column} ${is} ?
     ORDER BY ${head} ${order}, ${column} ${order} LIMIT 1`;
  return [next('<', 'DESC'), next('>', 'ASC')];
}

const NEIGHBOURS = { call: neighbours('calls', 'call_id'), session: neighbours('sessions', 'id') };

export async function shortId(on: Statements, what: keyof typeof NEIGHBOURS, id: string): Promise<string> {
  const found: (Row | undefined)[] = [];
  for (const sql of NEIGHBOURS[what]) found.push(await askOne(on, sql, id, id));
  return shortIdOf(
    id,
    found.map((row) => (row === undefined ? null : text(row, 'id'))),
  );
}
