// Which facts are those of calls that fit a question. What facts cannot decide is decided by the calls themselves, in batches, of
// those alone that may fit.

import { integer } from '../../../base/row.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import { type FactTest, filterTest } from '../../rows/fact-test.ts';
import { CallJudge } from '../../sql/call-judge.ts';
import type { CallWords } from '../../sql/call-reader.ts';
import { ALWAYS, condition } from '../../sql/condition.ts';
import type { SessionRef } from '../../sql/engine.ts';
import type { Statements } from '../database/statement.ts';
import { takeSteps } from '../database/take-steps.ts';
import { callRows } from './call-rows.ts';
import { ask, type FactCondition, factsWhere, joinConditions, numbered } from './condition.ts';
import { POSTGRES_DIALECT } from './engine.ts';
import { factCondition } from './fact-condition.ts';
import { scopeOf } from './scope.ts';

/** Calls that are judged at once. */
const BATCH = 500;

export interface LikelyFacts {
  /** Of rows `f` of facts. */
  readonly where: FactCondition;
  /** All of them fit. */
  readonly isExact: boolean;
  /** What it comes to where no place is left out. */
  readonly test: FactTest | undefined;
}

export async function likelyFacts(on: Statements, question: CallQuestion): Promise<LikelyFacts> {
  const { filter, families, places } = question;
  const { test, isExact } = filterTest(filter, families);
  const scope = await scopeOf(on, places, 'f.session_pk');
  const where = joinConditions([scope, await factCondition(on, test)], 'AND');
  return { where, isExact, test: scope === ALWAYS ? test : undefined };
}

async function judgedKeys(
  on: Statements,
  words: CallWords,
  question: CallQuestion,
  likely: FactCondition,
): Promise<number[]> {
  const judge = new CallJudge(POSTGRES_DIALECT, words, question);
  const keys: number[] = [];
  const { sql, values } = factsWhere(likely);
  const ordered = numbered(`SELECT f.week, f.session_pk, f.pk FROM ${sql} ORDER BY f.week, f.session_pk, f.pk`);
  for await (const facts of on.each(BATCH, ordered, ...values)) {
    for (const { row } of await takeSteps(on, judge.fitting(await callRows(on, facts)))) keys.push(integer(row, 'pk'));
  }
  return keys;
}

/** The calls that fit, and no others. Asked inside of a transaction. */
export interface FittingCalls {
  /** Of rows `f` of facts. */
  readonly facts: FactCondition;
  /** What it asks of facts alone, where that is all it asks. */
  readonly test: FactTest | undefined;
}

export async function fittingCalls(on: Statements, words: CallWords, question: CallQuestion): Promise<FittingCalls> {
  const { where, isExact, test } = await likelyFacts(on, question);
  if (isExact) return { facts: where, test };
  const keys = await judgedKeys(on, words, question, where);
  return { facts: condition('f.pk IN (SELECT unnest(?::int8[]))', keys), test: undefined };
}

export async function fittingFacts(on: Statements, words: CallWords, question: CallQuestion): Promise<FactCondition> {
  return (await fittingCalls(on, words, question)).facts;
}

/** Keys of the calls of one session that fit. */
export async function factsOfSession(
  on: Statements,
  words: CallWords,
  question: CallQuestion,
  session: SessionRef,
): Promise<number[]> {
  const likely = await likelyFacts(on, question);
  const where = joinConditions(
    [condition('f.week = ?::int4 AND f.session_pk = ?::int8', session.week, session.pk), likely.where],
    'AND',
  );
  if (!likely.isExact) return judgedKeys(on, words, question, where);
  const rows = await ask(on, `SELECT f.pk FROM facts f WHERE ${where.sql} ORDER BY f.pk`, ...where.values);
  return rows.map((row) => integer(row, 'pk'));
}
