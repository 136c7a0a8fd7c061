// Owns walking through calls from the newest to the oldest without sorting more than is asked for: most who ask want the
// first few.

import type { Filter } from '../../model/filter/filter.ts';
import type { Database } from '../database.ts';
import { integer, type Row } from '../row.ts';
import { ALWAYS, type Condition, condition, joinConditions } from './condition.ts';

const LOOKED_AT_FIRST = 4000;

/** A filter that only calls of few sessions can fit. */
function isNarrow(filter: Filter): boolean {
  if (filter.type === 'and') return filter.items.some(isNarrow);
  return filter.type === 'term' && filter.key === 'session';
}

export interface RowsWanted {
  readonly filter: Filter;
  /** For rows `c` of calls and `s` of their sessions. */
  readonly where: Condition;
  /** Nothing but `where` decides. */
  readonly isExact: boolean;
  /** Calls of one session alone are few enough to be sorted. */
  readonly ofOneSession: boolean;
  /** `where` holds for calls after this one only. */
  readonly after: Edge | null;
  /** Calls looked at in the order of time before all that fit are gathered and sorted. */
  readonly lookAtFirst?: number;
}

/** A place in the order; calls without a time come after all others. */
export interface Edge {
  readonly at: number | null;
  readonly key: number;
}

const ORDER = 'ORDER BY c.requested_at DESC, c.pk DESC';
const JOINED = 'CROSS JOIN sessions s ON s.pk = c.session_pk';

class NewestRows {
  readonly #database: Database;
  readonly #where: Condition;

  constructor(database: Database, where: Condition) {
    this.#database = database;
    this.#where = where;
  }

  /** Straight along the index by time, from one edge to the other. */
  *walk(after: Edge | null, until: Edge | null): Generator<Row> {
    const from = after === null ? ALWAYS : condition('c.requested_at <= ?', after.at);
    const to =
      until === null
        ? condition('c.requested_at IS NOT NULL')
        : condition('c.requested_at >= ? AND (c.requested_at > ? OR c.pk >= ?)', until.at, until.at, until.key);
    const { sql, values } = joinConditions([this.#where, from, to], 'AND');
    const rows = this.#database.query(
      `SELECT c.* FROM calls c INDEXED BY calls_time ${JOINED} WHERE ${sql} ${ORDER}`,
      (row) => row,
    );
    yield* rows.each(...values);
  }

  *undated(): Generator<Row> {
    const { sql, values } = this.#where;
    const rows = this.#database.query(
      `SELECT c.* FROM calls c INDEXED BY calls_time ${JOINED} WHERE c.requested_at IS NULL AND ${sql} ORDER BY c.pk DESC`,
      (row) => row,
    );
    yield* rows.each(...values);
  }

  /** All that fit, sorted by their keys alone, then read one by one. */
  *sorted(after: Edge | null, from: 'calls' | 'sessions' = 'calls'): Generator<Row> {
    const before =
      after === null
        ? ALWAYS
        : condition(
            '(+c.requested_at IS NULL OR +c.requested_at < ? OR (+c.requested_at = ? AND c.pk < ?))',
            after.at,
            after.at,
            after.key,
          );
    const { sql, values } = joinConditions([this.#where, before], 'AND');
    const tables = from === 'calls' ? `calls c ${JOINED}` : 'sessions s CROSS JOIN calls c ON c.session_pk = s.pk';
    // The plus keeps the planner from walking along the index by time for the sake of the order.
    const keys = this.#database
      .query(`SELECT c.pk FROM ${tables} WHERE ${sql} ORDER BY +c.requested_at DESC, c.pk DESC`, (row) =>
        integer(row, 'pk'),
      )
      .all(...values);
    const one = this.#database.query('SELECT * FROM calls WHERE pk = ?', (row) => row);
    for (const key of keys) {
      const row = one.get(key);
      if (row !== undefined) yield row;
    }
  }

  /** The call that stands so far from the newest one wanted; null when there are not that many. */
  edge(after: Edge | null, distance: number): Edge | null {
    const newest = after?.at ?? Number.MAX_VALUE;
    const found = this.#database
      .query(
        'SELECT pk, requested_at FROM calls WHERE requested_at <= ? ORDER BY requested_at DESC, pk DESC LIMIT 1 OFFSET ?',
        (row) => ({ at: integer(row, 'requested_at'), key: integer(row, 'pk') }),
      )
      .get(newest, distance);
    return found ?? null;
  }
}

/** Whole rows of calls that fit, newest first; those without a time come last. */
export function* newestRows(database: Database, wanted: RowsWanted): Generator<Row> {
  const { after, filter } = wanted;
  const rows = new NewestRows(database, wanted.where);
  if (wanted.ofOneSession || isNarrow(filter)) return yield* rows.sorted(null, 'sessions');
  if (after !== null && after.at === null) return yield* rows.undated();
  // Where every call fits, or each has to be looked at anyway, walking is the shortest way.
  const edge =
    filter.type === 'all' || !wanted.isExact ? null : rows.edge(after, wanted.lookAtFirst ?? LOOKED_AT_FIRST);
  yield* rows.walk(after, edge);
  if (edge === null) yield* rows.undated();
  else yield* rows.sorted(edge);
}
