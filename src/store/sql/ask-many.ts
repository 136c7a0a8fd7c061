// The same small query for many things at once: every statement is a round trip to a server, so each covers fifty.

import { integer, type Row } from '../../base/row.ts';
import type { Condition } from './condition.ts';
import { ask, type Steps } from './steps.ts';

const AT_ONCE = 50;

/** The rows that `select` returns for each item, with the item. */
export function* askMany<Item>(
  items: readonly Item[],
  select: (item: Item) => Condition,
): Steps<readonly (readonly [Item, Row])[]> {
  const found: (readonly [Item, Row])[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const selects = items.slice(from, from + AT_ONCE).map(select);
    const sql = selects.map((one, num) => `SELECT ${num} AS num, q.* FROM (${one.sql}) q`).join(' UNION ALL ');
    for (const row of yield* ask(sql, ...selects.flatMap(({ values }) => values))) {
      const item = items[from + integer(row, 'num')];
      if (item !== undefined) found.push([item, row]);
    }
  }
  return found;
}
