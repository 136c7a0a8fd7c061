// Which facts are those of calls that fit a question. What facts cannot decide is decided by the calls themselves, in batches, of
// those alone that may fit.

import { integer } from '../../../base/row.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import { filterTest } from '../../rows/fact-test.ts';
import type { Statements } from '../database/statement.ts';
import { CallJudge } from './call-judge.ts';
import type { CallWords } from './call-reader.ts';
import { callRows } from './call-rows.ts';
import { ask, type Condition, condition, joinConditions, numbered } from './condition.ts';
import { factCondition } from './fact-condition.ts';
import { scopeOf } from './scope.ts';
import { inSession, type SessionRef } from './session-keys.ts';

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

async function judgedKeys(
  on: Statements,
  words: CallWords,
  question: CallQuestion,
  likely: Condition,
): Promise<number[]> {
  const judge = new CallJudge(on, words, question);
  const keys: number[] = [];
  const sql = `SELECT f.week, f.session_pk, f.pk FROM facts f WHERE ${likely.sql} ORDER BY f.week, f.session_pk, f.pk`;
  for await (const facts of on.each(BATCH, numbered(sql), ...likely.values)) {
    for (const { row } of await judge.fitting(await callRows(on, facts))) keys.push(integer(row, 'pk'));
  }
  return keys;
}

/** Of rows `f` of facts: of calls that fit, and of no others. Asked inside of a transaction. */
export async function fittingFacts(on: Statements, words: CallWords, question: CallQuestion): Promise<Condition> {
  const { where, isExact } = await likelyFacts(on, question);
  if (isExact) return where;
  return condition('f.pk IN (SELECT unnest(?::int8[]))', await judgedKeys(on, words, question, where));
}

/** Keys of the calls of one session that fit. */
export async function factsOfSession(
  on: Statements,
  words: CallWords,
  question: CallQuestion,
  session: SessionRef,
): Promise<number[]> {
  const likely = await likelyFacts(on, question);
  const where = joinConditions([inSession('f', session), likely.where], 'AND');
  if (!likely.isExact) return judgedKeys(on, words, question, where);
  const rows = await ask(on, `SELECT f.pk FROM facts f WHERE ${where.sql} ORDER BY f.pk`, ...where.values);
  return rows.map((row) => integer(row, 'pk'));
}
