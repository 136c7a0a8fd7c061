// Ids as people type them: the shortest unique prefix of each.

import { textOrNull } from '../../base/row.ts';
import { shortIdOf } from '../rows/short-id.ts';
import { askMany } from './ask-many.ts';
import type { Dialect } from './engine.ts';
import type { Steps } from './steps.ts';

/** In the order of the given ids. */
export function* shortIds(
  dialect: Dialect,
  table: 'calls' | 'sessions',
  ids: readonly string[],
): Steps<readonly string[]> {
  const found = yield* askMany([...new Set(ids)], (id) => {
    const [before, after] = [dialect.neighbour(table, 'before', id), dialect.neighbour(table, 'after', id)];
    const sql = `SELECT (${before.sql}) AS before_it, (${after.sql}) AS after_it`;
    return { sql, values: [...before.values, ...after.values] };
  });
  const short = new Map<string, string>();
  for (const [id, row] of found) {
    short.set(id, shortIdOf(id, [textOrNull(row, 'before_it'), textOrNull(row, 'after_it')]));
  }
  return ids.map((id) => short.get(id) ?? id);
}
