// Answers "which calls match this filter?": over all sessions, newest first or in another order, in batches.

import { integer, type Row } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import { type CallOrder, NEWEST_FIRST } from '../../questions/call-order.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { CallCursor } from '../../questions/calls.ts';
import { CallJudge } from '../../sql/call-judge.ts';
import type { CallWords, ReadCall } from '../../sql/call-reader.ts';
import type { KeyedCall } from '../../sql/calls.ts';
import { ALWAYS, condition, joinConditions } from '../../sql/condition.ts';
import { takeSteps } from '../index/take-steps.ts';
import { callRows } from './call-rows.ts';
import { type BoundCondition, SQLITE_DIALECT } from './engine.ts';
import { type FilterCondition, filterCondition } from './filter-condition.ts';
import { namedCalls } from './named-calls.ts';
import { newestKeys } from './newest-keys.ts';
import { coversAll, scopeOf } from './scope.ts';

/** A part of all matching calls. */
interface Part {
  /** Only those of one session: the key of its row. */
  readonly session?: number;
  /** Only those after this one, in the order of the answer. */
  readonly after?: CallCursor | null;
  /** Newest first by default. Calls of one session come newest first. */
  readonly order?: CallOrder;
}

/** The condition for the rows of a question; `decided.isExact` says whether it is complete. */
export function questionCondition(
  { filter, places, families }: CallQuestion,
  database: Database,
): {
  readonly where: BoundCondition;
  readonly decided: FilterCondition;
} {
  const decided = filterCondition(filter, families);
  const scope: BoundCondition = { sql: 'c.copy_of IS NULL', values: [] };
  return { where: joinConditions([scope, scopeOf(database, places, 'c.session_pk'), decided], 'AND'), decided };
}

/** Rows that may match. */
interface Likely {
  readonly rows: readonly Row[];
  readonly areSure: boolean;
}

const MOST = 512;

/** In batches that grow. */
function* inBatches<Item>(items: Iterable<Item>, first: number): Generator<readonly Item[]> {
  let most = first;
  let batch: Item[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < most) continue;
    yield batch;
    batch = [];
    most = Math.min(MOST, 2 * most);
  }
  if (batch.length > 0) yield batch;
}

export class FindCalls {
  readonly #database: Database;
  readonly #question: CallQuestion;
  readonly #part: Part;
  readonly #judge: CallJudge;

  constructor(database: Database, words: CallWords, question: CallQuestion, part: Part = {}) {
    this.#database = database;
    this.#question = question;
    this.#part = part;
    this.#judge = new CallJudge(SQLITE_DIALECT, words, question);
  }

  /** In the requested order, by default newest first. `size`: of the first batch. */
  batches(size: number): Generator<readonly KeyedCall[]> {
    return this.#database.ofOneMoment(() => this.#batches(size));
  }

  /** Keys of the matching rows, in the same order. */
  keys(): number[] {
    return [...this.batches(MOST)].flatMap((batch) => batch.map(({ key }) => key));
  }

  *#batches(size: number): Generator<readonly KeyedCall[]> {
    for (const { rows, areSure } of this.#likely(size)) {
      const calls = takeSteps(this.#database, areSure ? this.#judge.read(rows) : this.#judge.fitting(rows));
      yield calls.map(({ row, call, pathOf }: ReadCall) => ({ key: integer(row, 'pk'), call, pathOf }));
    }
  }

  *#likely(size: number): Generator<Likely> {
    const { session, after = null, order = NEWEST_FIRST } = this.#part;
    const { filter, places } = this.#question;
    const named =
      session === undefined && order === NEWEST_FIRST ? namedCalls(this.#database, this.#question) : undefined;
    if (session !== undefined) yield* this.#ofSession(session, size);
    else if (named !== undefined) yield* this.#named(named, after, size);
    else if (order === NEWEST_FIRST && filter.type === 'all' && coversAll(this.#database, places)) {
      for (const rows of inBatches(this.#all(after), size)) yield { rows, areSure: true };
    } else {
      for (const found of inBatches(newestKeys(this.#database, this.#question, after, { order }), size)) {
        const rows = callRows(
          this.#database,
          found.map(({ key }) => key),
        );
        yield { rows, areSure: found.every(({ isSure }) => isSure) };
      }
    }
  }

  /** One session's calls are few enough to sort. */
  *#ofSession(session: number, size: number): Generator<Likely> {
    const { where, decided } = questionCondition(this.#question, this.#database);
    const rows = this.#database.query(
      `SELECT c.* FROM sessions s CROSS JOIN calls c ON c.session_pk = s.pk WHERE s.pk = ? AND ${where.sql}
       ORDER BY +c.requested_at DESC, c.pk DESC`,
      (row) => row,
    );
    for (const batch of inBatches(rows.each(session, ...where.values), size)) {
      yield { rows: batch, areSure: decided.isExact };
    }
  }

  /** Few enough to sort, too. */
  *#named(keys: readonly number[], after: CallCursor | null, size: number): Generator<Likely> {
    const { where, decided } = questionCondition(this.#question, this.#database);
    const rows = this.#database.query(
      `SELECT c.* FROM calls c CROSS JOIN sessions s ON s.pk = c.session_pk
       WHERE c.pk IN (SELECT value FROM json_each(?)) AND ${where.sql} ORDER BY +c.requested_at DESC, c.pk DESC`,
      (row) => row,
    );
    const timeOf = (at: unknown): number => (typeof at === 'number' ? at : Number.NEGATIVE_INFINITY);
    const last = timeOf(after === null || after.value === '' ? null : Number(after.value));
    const isAfter = (row: Row): boolean => {
      const at = timeOf(row['requested_at']);
      return after === null || at < last || (at === last && integer(row, 'pk') < after.key);
    };
    const found = rows.all(JSON.stringify(keys), ...where.values).filter(isAfter);
    for (const batch of inBatches(found, size)) yield { rows: batch, areSure: decided.isExact };
  }

  /** Straight along the index by time. */
  *#all(edge: CallCursor | null): Generator<Row> {
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

  *#walk({ sql, values }: BoundCondition): Generator<Row> {
    const rows = this.#database.query(
      `SELECT c.* FROM calls c INDEXED BY calls_time WHERE ${sql} ORDER BY c.requested_at DESC, c.pk DESC`,
      (row) => row,
    );
    yield* rows.each(...values);
  }
}
