// Answers "which calls fit this filter?": over all sessions, newest first or in another order, one by one.

import { integer, type Row } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import { type CallOrder, NEWEST_FIRST } from '../../questions/call-order.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { CallCursor, FoundCall } from '../../questions/calls.ts';
import { CallJudge } from './call-judge.ts';
import { ALWAYS, type Condition, condition, joinConditions } from './condition.ts';
import { type FilterCondition, filterCondition } from './filter-condition.ts';
import { namedCalls } from './named-calls.ts';
import { newestKeys } from './newest-keys.ts';
import { coversAll, scopeOf } from './scope.ts';

/** With the key of its row. */
export interface KeyedCall extends FoundCall {
  readonly key: number;
}

/** A part of all calls that fit. */
interface Part {
  /** Only those of one session: the key of its row. */
  readonly session?: number;
  /** Only those after this one, in the order of the answer. */
  readonly after?: CallCursor | null;
  /** Newest first unless given. Calls of one session come newest first. */
  readonly order?: CallOrder;
}

/** What the rows of a question have to fit; `decided.isExact` says whether that is all. */
export function questionCondition(
  { filter, places, families }: CallQuestion,
  database: Database,
): {
  readonly where: Condition;
  readonly decided: FilterCondition;
} {
  const decided = filterCondition(filter, families);
  const scope: Condition = { sql: 'c.copy_of IS NULL', values: [] };
  return { where: joinConditions([scope, scopeOf(database, places, 'c.session_pk'), decided], 'AND'), decided };
}

/** Rows that may fit. */
type Likely = Generator<{ readonly row: Row; readonly isSure: boolean }>;

export class FindCalls {
  readonly #database: Database;
  readonly #question: CallQuestion;
  readonly #part: Part;
  readonly #judge: CallJudge;

  constructor(database: Database, question: CallQuestion, part: Part = {}) {
    this.#database = database;
    this.#question = question;
    this.#part = part;
    this.#judge = new CallJudge(database, question);
  }

  /** In the order asked for, which is newest first unless another is given. */
  newestFirst(): Generator<KeyedCall> {
    return this.#database.ofOneMoment(() => this.#calls());
  }

  /** Keys of the rows that fit, in the same order. */
  keys(): Generator<number> {
    return this.#database.ofOneMoment(() => this.#keys());
  }

  *#calls(): Generator<KeyedCall> {
    const { reader } = this.#judge;
    for (const { row, isSure } of this.#likely()) {
      const call = reader.read(row);
      if (isSure || this.#judge.fits(call, row)) {
        yield { call, key: integer(row, 'pk'), pathOf: reader.pathOf(row) };
      }
    }
  }

  *#keys(): Generator<number> {
    for (const { row, isSure } of this.#likely()) {
      if (isSure || this.#judge.fits(this.#judge.reader.read(row), row)) yield integer(row, 'pk');
    }
  }

  *#likely(): Likely {
    const { session, after = null, order = NEWEST_FIRST } = this.#part;
    const { filter, places } = this.#question;
    const named =
      session === undefined && order === NEWEST_FIRST ? namedCalls(this.#database, this.#question) : undefined;
    if (session !== undefined) yield* this.#ofSession(session);
    else if (named !== undefined) yield* this.#named(named, after);
    else if (order === NEWEST_FIRST && filter.type === 'all' && coversAll(this.#database, places))
      yield* this.#all(after);
    else {
      for (const { key, isSure } of newestKeys(this.#database, this.#question, after, { order })) {
        const row = this.#judge.row(key);
        if (row !== undefined) yield { row, isSure };
      }
    }
  }

  /** One session's calls are few enough to be sorted. */
  *#ofSession(session: number): Likely {
    const { where, decided } = questionCondition(this.#question, this.#database);
    const rows = this.#database.query(
      `SELECT c.* FROM sessions s CROSS JOIN calls c ON c.session_pk = s.pk WHERE s.pk = ? AND ${where.sql}
       ORDER BY +c.requested_at DESC, c.pk DESC`,
      (row) => ({ row, isSure: decided.isExact }),
    );
    yield* rows.each(session, ...where.values);
  }

  /** Few enough to be sorted, too. */
  *#named(keys: readonly number[], after: CallCursor | null): Likely {
    const { where, decided } = questionCondition(this.#question, this.#database);
    const rows = this.#database.query(
      `SELECT c.* FROM calls c CROSS JOIN sessions s ON s.pk = c.session_pk
       WHERE c.pk IN (SELECT value FROM json_each(?)) AND ${where.sql} ORDER BY +c.requested_at DESC, c.pk DESC`,
      (row) => ({ row, isSure: decided.isExact }),
    );
    const timeOf = (at: unknown): number => (typeof at === 'number' ? at : Number.NEGATIVE_INFINITY);
    const last = timeOf(after === null || after.value === '' ? null : Number(after.value));
    for (const likely of rows.each(JSON.stringify(keys), ...where.values)) {
      const at = timeOf(likely.row['requested_at']);
      const isAfter = after === null || at < last || (at === last && integer(likely.row, 'pk') < after.key);
      if (isAfter) yield likely;
    }
  }

  /** Straight along the index by time. */
  *#all(edge: CallCursor | null): Likely {
    const after = edge === null ? null : { at: edge.value === '' ? null : Number(edge.value), key: edge.key };
    const own = condition('c.copy_of IS NULL');
    const dated = condition('c.requested_at IS NOT NULL');
    if (after === null || after.at !== null) {
      const from =
        after === null
          ? ALWAYS
          : condition('c.requested_at <= ? AND (c.requested_at < ? OR c.pk < ?)', after.at, after.at, after.key);
      yield* this.#walk(joinConditions([own, dated, from], 'AND'));
    }
    const undated = condition('c.requested_at IS NULL');
    const rest = after === null || after.at !== null ? ALWAYS : condition('c.pk < ?', after.key);
    yield* this.#walk(joinConditions([own, undated, rest], 'AND'));
  }

  *#walk({ sql, values }: Condition): Likely {
    const rows = this.#database.query(
      `SELECT c.* FROM calls c INDEXED BY calls_time WHERE ${sql} ORDER BY c.requested_at DESC, c.pk DESC`,
      (row) => ({ row, isSure: true }),
    );
    yield* rows.each(...values);
  }
}
