// Ids as people type them: as much of an id as tells it from every other one in the index.

import { textOrNull } from '../../base/row.ts';
import { shortIdOf } from '../rows/short-id.ts';
import type { Dialect } from './engine.ts';
import { askOne, type Steps } from './steps.ts';

export function* shortId(dialect: Dialect, table: 'calls' | 'sessions', id: string): Steps<string> {
  const neighbours: (string | null)[] = [];
  for (const side of ['before', 'after'] as const) {
    const { sql, values } = dialect.neighbour(table, side, id);
    const row = yield* askOne(sql, ...values);
    neighbours.push(row === undefined ? null : textOrNull(row, 'id'));
  }
  return shortIdOf(id, neighbours);
}
