// Ids as people type them: as much of an id as tells it from every other one in the index.

import { integer, textOrNull } from '../../base/row.ts';
import { shortIdOf } from '../rows/short-id.ts';
import type { Dialect } from './engine.ts';
import { ask, type Steps, type Value } from './steps.ts';

/** How many ids a statement asks about: lists ask about hundreds, and every statement is a wait for a server. */
const AT_ONCE = 50;

/** In the order of the ids. */
export function* shortIds(
  dialect: Dialect,
  table: 'calls' | 'sessions',
  ids: readonly string[],
): Steps<readonly string[]> {
  const unique = [...new Set(ids)];
  const short = new Map<string, string>();
  for (let from = 0; from < unique.length; from += AT_ONCE) {
    const asked = unique.slice(from, from + AT_ONCE);
    const values: Value[] = [];
    const selects = asked.map((id, num) => {
      const [before, after] = [dialect.neighbour(table, 'before', id), dialect.neighbour(table, 'after', id)];
      values.push(...before.values, ...after.values);
      return `SELECT ${num} AS num, (${before.sql}) AS before_it, (${after.sql}) AS after_it`;
    });
    for (const row of yield* ask(selects.join(' UNION ALL '), ...values)) {
      const id = asked[integer(row, 'num')] ?? '';
      short.set(id, shortIdOf(id, [textOrNull(row, 'before_it'), textOrNull(row, 'after_it')]));
    }
  }
  return ids.map((id) => short.get(id) ?? id);
}
