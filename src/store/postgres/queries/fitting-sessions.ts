// Answers "which sessions made a call that fits?"; of a filter that asks about sessions alone, which fit.

import type { Filter, TermNode } from '../../../model/filter/filter.ts';
import { fittingNames } from '../../../model/filter/term-test.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import { SESSION_KEYS } from '../../rows/fact-test.ts';
import type { CallWords } from '../../sql/call-reader.ts';
import { ALWAYS, condition } from '../../sql/condition.ts';
import type { Fitting } from '../../sql/sessions.ts';
import type { Statements } from '../database/statement.ts';
import { takeSteps } from '../database/take-steps.ts';
import { type FactCondition, isAmong, joinConditions } from './condition.ts';
import { dataVersion } from './data-version.ts';
import { numberCondition, sessionsWhere } from './fact-condition.ts';
import { fittingCalls } from './fitting-facts.ts';
import { scopeOf } from './scope.ts';
import { sessionsWith } from './sessions-with.ts';

/** By the sum that lists of sessions show. */
const TOKENS = '(s.tokens_input + s.tokens_output + s.tokens_cache_read + s.tokens_cache_write)';

async function termCondition(on: Statements, { key, values }: TermNode): Promise<FactCondition | undefined> {
  const column = key === 'agent' ? 'agent' : SESSION_KEYS[key];
  if (column !== undefined) {
    return (await sessionsWhere(on, column, fittingNames(key, values))).sessions;
  }
  if (key === 'tokens') {
    return joinConditions(
      values.map((value) => numberCondition(TOKENS, value)),
      'OR',
    );
  }
  const isLive = key === 'is' && values.every((value) => value.type === 'exact' && value.value === 'live');
  return isLive ? condition('s.live = 1') : undefined;
}

/** Of rows `s` of sessions, each decided by itself, whether it made a call or not. Undefined where calls are asked about. */
export async function sessionCondition(on: Statements, filter: Filter): Promise<FactCondition | undefined> {
  switch (filter.type) {
    case 'all':
      return ALWAYS;
    case 'term':
      return termCondition(on, filter);
    case 'not': {
      const inner = await sessionCondition(on, filter.item);
      return inner === undefined ? undefined : { ...inner, sql: `NOT (${inner.sql})` };
    }
    case 'and':
    case 'or': {
      const sides: FactCondition[] = [];
      for (const item of filter.items) {
        const side = await sessionCondition(on, item);
        if (side === undefined) return undefined;
        sides.push(side);
      }
      return joinConditions(sides, filter.type === 'and' ? 'AND' : 'OR');
    }
    case 'text':
    case 'regex':
      return undefined;
  }
}

async function madeCall(on: Statements, words: CallWords, question: CallQuestion): Promise<FactCondition> {
  return isAmong('s.pk', 'int8', [...(await sessionsWith(on, await fittingCalls(on, words, question)))]);
}

/** Of rows `s` of sessions. */
export async function fittingSessions(
  on: Statements,
  words: CallWords,
  question: CallQuestion,
): Promise<FactCondition> {
  const { filter } = question;
  const alone = await sessionCondition(on, filter);
  if (alone !== undefined) return alone;
  if (filter.type !== 'and') return madeCall(on, words, question);
  // What asks about sessions is decided for each as a whole: `tokens` are all of its tokens, not those of a call.
  const parts: FactCondition[] = [];
  const ofCalls: Filter[] = [];
  for (const item of filter.items) {
    const part = await sessionCondition(on, item);
    if (part === undefined) ofCalls.push(item);
    else parts.push(part);
  }
  return joinConditions(
    [await madeCall(on, words, { ...question, filter: { type: 'and', items: ofCalls } }), ...parts],
    'AND',
  );
}

/** With the places of the question. Undefined where nothing was committed since the version that is known. */
export async function newFitting(
  on: Statements,
  words: CallWords,
  question: CallQuestion,
  known: string | undefined,
): Promise<Fitting | undefined> {
  const version = await takeSteps(on, dataVersion());
  if (version === known) return undefined;
  const scope = await scopeOf(on, question.places, 's.pk');
  return { version, where: joinConditions([scope, await fittingSessions(on, words, question)], 'AND') };
}
