// Finds the calls that a filter names by id: with the index of ids, not call by call.

import { integer } from '../../../base/row.ts';
import type { Filter, TermNode } from '../../../model/filter/filter.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import { filterCondition } from './filter-condition.ts';

/** A prefix that more calls share selects little. */
const MOST = 1000;

/** The term that names every matching call. */
function naming(filter: Filter): TermNode | undefined {
  if (filter.type === 'and') return filter.items.map(naming).find((term) => term !== undefined);
  return filter.type === 'term' && filter.key === 'call' ? filter : undefined;
}

/** Keys of all calls that may match the filter; undefined if it names none, or too many. */
export function namedCalls(database: Database, { filter, families }: CallQuestion): readonly number[] | undefined {
  const term = naming(filter);
  const named = term && filterCondition(term, families);
  if (named?.isExact !== true) return undefined;
  const keys = database
    .query(`SELECT c.pk FROM calls c INDEXED BY calls_id WHERE ${named.sql} LIMIT ${MOST + 1}`, (row) =>
      integer(row, 'pk'),
    )
    .all(...named.values);
  return keys.length > MOST ? undefined : keys;
}
