// Finds calls that no precise rule explained: failures with a general code, and successes of which only the arrival is known.

import { integer, type Row } from '../../../base/row.ts';
import type { CallWithPaths, UnclassedGroup, UnclassedQuestion } from '../../questions/calls.ts';
import { CallReader, type CallWords } from '../../sql/call-reader.ts';
import { condition } from '../../sql/condition.ts';
import type { Statements } from '../database/statement.ts';
import { takeSteps } from '../database/take-steps.ts';
import { ask, isAmong, joinConditions } from './condition.ts';
import { POSTGRES_DIALECT } from './engine.ts';
import { scopeOf } from './scope.ts';
import { numbersOf, outcomeWords, toolWords } from './words.ts';

/** Reads a bounded number of calls, the newest of each group. */
export async function unclassedCalls(
  on: Statements,
  words: CallWords,
  { places, codes, arriving, most }: UnclassedQuestion,
): Promise<UnclassedGroup[]> {
  const tools = await toolWords(on);
  const outcomes = await outcomeWords(on);
  const fails = numbersOf(outcomes, ({ status, code }) => status === 'error' && code !== null && codes.has(code));
  const succeeds = numbersOf(outcomes, ({ status }) => status === 'ok');
  const arrives = numbersOf(tools, ({ agent }) => arriving.has(agent));
  const hasArrived = joinConditions(
    [isAmong('f.outcome', 'int4', succeeds), isAmong('f.tool', 'int4', arrives), condition('f.exit IS NULL')],
    'AND',
  );
  const isUnclassed = joinConditions([isAmong('f.outcome', 'int4', fails), hasArrived], 'OR');
  const where = joinConditions([await scopeOf(on, places, 'f.session_pk'), isUnclassed], 'AND');
  const rows = await ask(
    on,
    `SELECT c.*, k.tool AS tool_word, k.outcome, k.group_calls FROM (
       SELECT f.week, f.session_pk, f.pk, f.tool, f.outcome, count(*) OVER w AS group_calls, min(f.pk) OVER w AS first_pk,
         row_number() OVER (PARTITION BY f.tool, f.outcome ORDER BY f.pk DESC) AS place
       FROM facts f WHERE ${where.sql} WINDOW w AS (PARTITION BY f.tool, f.outcome)) k
     JOIN calls c ON c.week = k.week AND c.session_pk = k.session_pk AND c.pk = k.pk
     WHERE k.place <= ?::int8 ORDER BY k.first_pk, k.pk`,
    ...where.values,
    most,
  );
  const calls = await takeSteps(on, new CallReader(POSTGRES_DIALECT, words).read(rows));
  const groups = new Map<string, { readonly row: Row; readonly read: CallWithPaths[] }>();
  for (const { row, call, pathOf } of calls) {
    const name = `${integer(row, 'tool_word')} ${integer(row, 'outcome')}`;
    const group = groups.get(name) ?? { row, read: [] };
    groups.set(name, group);
    group.read.push({ call, pathOf });
  }
  return [...groups.values()].flatMap(({ row, read }) => {
    const word = tools.get(integer(row, 'tool_word'));
    if (word === undefined) return [];
    const code = outcomes.get(integer(row, 'outcome'))?.code ?? null;
    return [{ ...word, code, calls: integer(row, 'group_calls'), read }];
  });
}
