// Which facts are those of calls that fit a question. What facts cannot decide is decided by the calls themselves, in batches, of
// those alone that may fit.

import { integer, type Row } from '../../../base/row.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import { filterTest } from '../../rows/fact-test.ts';
import type { Statements } from '../database/statement.ts';
import { CallJudge } from './call-judge.ts';
import type { CallWords } from './call-reader.ts';
import { ask, type Condition, condition, joinConditions } from './condition.ts';
import { factCondition } from './fact-condition.ts';
import { scopeOf } from './scope.ts';

/** Calls that are judged at once. */
const BATCH = 500;

export interface LikelyFacts {
  /** Of rows `f` of facts. */
  readonly where: Condition;
  /** All of them fit. */
  readonly isExact: boolean;
}

export async function likelyFacts(on: Statements, question: CallQuestion): Promise<LikelyFacts> {
  const { filter, families, places } = question;
  const { test, isExact } = filterTest(filter, families);
  const scope = await scopeOf(on, places, 'f.session_pk');
  return { where: joinConditions([scope, await factCondition(on, test)], 'AND'), isExact };
}

/** Rows of calls that have the facts, in the order of their keys. */
async function* rowsOf(on: Statements, { sql, values }: Condition): AsyncGenerator<readonly Row[]> {
  for (let after: readonly number[] = [-1, 0, 0]; ; ) {
    const rows = await ask(
      on,
      `SELECT c.* FROM (SELECT f.week, f.session_pk, f.pk FROM facts f
         WHERE (f.week, f.session_pk, f.pk) > (?::int4, ?::int8, ?::int8) AND ${sql}
         ORDER BY f.week, f.session_pk, f.pk LIMIT ${BATCH}) k
       JOIN calls c ON c.week = k.week AND c.session_pk = k.session_pk AND c.pk = k.pk
       ORDER BY c.week, c.session_pk, c.pk`,
      ...after,
      ...values,
    );
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = [integer(last, 'week'), integer(last, 'session_pk'), integer(last, 'pk')];
  }
}

/** Of rows `f` of facts: of calls that fit, and of no others. */
export async function fittingFacts(on: Statements, words: CallWords, question: CallQuestion): Promise<Condition> {
  const { where, isExact } = await likelyFacts(on, question);
  if (isExact) return where;
  const judge = new CallJudge(on, words, question);
  const keys: number[] = [];
  for await (const rows of rowsOf(on, where)) {
    for (const { row } of await judge.fitting(rows)) keys.push(integer(row, 'pk'));
  }
  return condition('f.pk IN (SELECT unnest(?::int8[]))', keys);
}
