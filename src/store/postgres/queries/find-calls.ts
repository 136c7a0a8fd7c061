// Answers "which calls fit this filter?": over all sessions, newest first or in another order, a batch at a time.

import { integer, integerOrNull, type Row } from '../../../base/row.ts';
import { type CallOrder, NEWEST_FIRST } from '../../questions/call-order.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { CallCursor } from '../../questions/calls.ts';
import { COLUMN_FLAGS } from '../../rows/call-numbers.ts';
import { CallJudge } from '../../sql/call-judge.ts';
import type { CallWords, ReadCall } from '../../sql/call-reader.ts';
import type { KeyedCall } from '../../sql/calls.ts';
import { ALWAYS, condition } from '../../sql/condition.ts';
import type { Statements } from '../database/statement.ts';
import { takeSteps } from '../database/take-steps.ts';
import { type SortedBy, sortedBy } from './call-order.ts';
import { callRows } from './call-rows.ts';
import { ask, type FactCondition, factsWhere, joinConditions, NO_JOIN } from './condition.ts';
import { POSTGRES_DIALECT } from './engine.ts';
import { type LikelyFacts, likelyFacts } from './fitting-facts.ts';

/** The last call that was looked at. */
interface Edge {
  readonly score: number | null;
  readonly key: number;
}

/** What a question comes to, found out once for all of its batches. */
interface Prepared {
  readonly likely: LikelyFacts;
  readonly sorted: SortedBy;
}

const MOST = 2000;

const IS_ASKED = condition(`(f.flags & ${COLUMN_FLAGS.unasked}) = 0`);
const IS_UNASKED = condition(`(f.flags & ${COLUMN_FLAGS.unasked}) <> 0`);

/** Calls after an edge, in an order that counts down or up; calls without a number come last, the later ones first. */
function afterEdge({ score, direction }: SortedBy, edge: Edge | null): FactCondition {
  if (edge === null) return ALWAYS;
  if (edge.score === null) return condition(`(${score} IS NULL AND f.pk < ?::int8)`, edge.key);
  const isBeyond = direction === 'DESC' ? '<' : '>';
  return condition(
    `(${score} IS NULL OR ${score} ${isBeyond} ?::float8 OR (${score} = ?::float8 AND f.pk < ?::int8))`,
    edge.score,
    edge.score,
    edge.key,
  );
}

async function factsOf(on: Statements, sorted: SortedBy, where: FactCondition, limit: number): Promise<Row[]> {
  const { join, score, direction } = sorted;
  const facts = factsWhere(where, join);
  return ask(
    on,
    `SELECT f.week, f.session_pk, f.pk, ${score} AS score FROM ${facts.sql}
     ORDER BY ${score} ${direction} NULLS LAST, f.pk DESC LIMIT ?::int8`,
    ...facts.values,
    limit,
  );
}

/** Straight along the index by time, then those without one. */
async function newestFacts(on: Statements, where: FactCondition, edge: Edge | null, limit: number): Promise<Row[]> {
  const byTime: SortedBy = { join: NO_JOIN, score: 'f.at', direction: 'DESC', scoreOf: Number };
  const rows: Row[] = [];
  if (edge === null || edge.score !== null) {
    const from =
      edge === null
        ? ALWAYS
        : condition('(f.at <= ?::float8 AND (f.at < ?::float8 OR f.pk < ?::int8))', edge.score, edge.score, edge.key);
    rows.push(...(await factsOf(on, byTime, joinConditions([IS_ASKED, from, where], 'AND'), limit)));
    if (rows.length === limit) return rows;
  }
  const rest = edge === null || edge.score !== null ? ALWAYS : condition('f.pk < ?::int8', edge.key);
  const undated: SortedBy = { ...byTime, score: 'NULL::float8' };
  const left = await factsOf(on, undated, joinConditions([IS_UNASKED, rest, where], 'AND'), limit - rows.length);
  return [...rows, ...left];
}

export class FindCalls {
  readonly #words: CallWords;
  readonly #question: CallQuestion;
  readonly #order: CallOrder;
  readonly #after: CallCursor | null;
  #prepared: Prepared | undefined;
  /** Undefined before the first batch. */
  #edge: Edge | null | undefined;
  /** Whether the last batch was the last of all. */
  isOver = false;

  constructor(
    words: CallWords,
    question: CallQuestion,
    { after = null, order = NEWEST_FIRST }: { readonly after?: CallCursor | null; readonly order?: CallOrder } = {},
  ) {
    this.#words = words;
    this.#question = question;
    this.#order = order;
    this.#after = after;
  }

  /** The next that fit, of so many that may: in the order asked for. */
  async next(on: Statements, limit: number): Promise<KeyedCall[]> {
    const { likely, sorted } = await this.#prepare(on);
    const edge = this.#edge ?? null;
    const most = Math.min(limit, MOST);
    const isByTime = this.#order.by === 'at' && this.#order.isDown;
    const facts = isByTime
      ? await newestFacts(on, likely.where, edge, most)
      : await factsOf(on, sorted, joinConditions([afterEdge(sorted, edge), likely.where], 'AND'), most);
    const last = facts.at(-1);
    if (last !== undefined) this.#edge = { score: integerOrNull(last, 'score'), key: integer(last, 'pk') };
    this.isOver = facts.length < most;
    const rows = await callRows(on, facts);
    const judge = new CallJudge(POSTGRES_DIALECT, this.#words, this.#question);
    const fitting = await takeSteps(on, likely.isExact ? judge.read(rows) : judge.fitting(rows));
    return fitting.map(({ row, call, pathOf }: ReadCall) => ({ key: integer(row, 'pk'), call, pathOf }));
  }

  async #prepare(on: Statements): Promise<Prepared> {
    if (this.#prepared !== undefined) return this.#prepared;
    const sorted = await sortedBy(on, this.#order);
    const after = this.#after;
    this.#edge = after === null ? null : { score: sorted.scoreOf(after.value), key: after.key };
    this.#prepared = { likely: await likelyFacts(on, this.#question), sorted };
    return this.#prepared;
  }
}
