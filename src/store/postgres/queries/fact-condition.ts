// A test of facts as SQL: names are decided once for each word there is, sessions once for each of their folders, titles and so on;
// the database compares numbers.

import { integer, type Row, textOrNull } from '../../../base/row.ts';
import type { TermValue } from '../../../model/filter/filter.ts';
import type { CallColumn } from '../../rows/call-numbers.ts';
import type { FactTest, SessionColumn } from '../../rows/fact-test.ts';
import { ALWAYS, condition, NEVER } from '../../sql/condition.ts';
import type { Statements } from '../database/statement.ts';
import { ask, type FactCondition, isAmong, isOneOf, joinConditions } from './condition.ts';
import { numbersOf, wordList } from './words.ts';

/** Columns of facts, where they have another name. */
const COLUMN_NAMES: Partial<Record<CallColumn, string>> = { session: 'session_pk', moreFiles: 'more_files' };

function columnOf(name: CallColumn): string {
  return `f.${COLUMN_NAMES[name] ?? name}`;
}

const OPERATORS = { '=': '=', '!=': '<>', '>': '>', '>=': '>=', '<': '<', '<=': '<=' } as const;

export function numberCondition(column: string, value: TermValue): FactCondition {
  if (value.type === 'compare') return condition(`${column} ${OPERATORS[value.op]} ?::float8`, value.value);
  if (value.type !== 'range') return NEVER;
  const parts: FactCondition[] = [];
  if (value.min !== null) parts.push(condition(`${column} >= ?::float8`, value.min));
  if (value.max !== null) parts.push(condition(`${column} <= ?::float8`, value.max));
  return joinConditions(parts, 'AND');
}

function timeCondition(value: TermValue): FactCondition {
  if (value.type !== 'window') return NEVER;
  const parts: FactCondition[] = [];
  if (value.fromMs !== null) parts.push(condition('f.at >= ?::float8', value.fromMs));
  if (value.toMs !== null) parts.push(condition('f.at < ?::float8', value.toMs));
  return joinConditions(parts, 'AND');
}

/** The column is known, and one of the conditions holds: never null, so that the opposite holds for the others. */
function known(column: string, parts: readonly FactCondition[]): FactCondition {
  return joinConditions([condition(`${column} IS NOT NULL`), joinConditions(parts, 'OR')], 'AND');
}

/** Of more of all calls than this it is faster to look at all. */
const MOST_DRIVEN = 1 / 4;

interface FittingSessions {
  /** Of rows `s` of sessions. */
  readonly sessions: FactCondition;
  /** They made few of all calls. */
  readonly areFew: boolean;
}

/** Sessions whose column fits; each value is looked at once. */
export async function sessionsWhere(
  on: Statements,
  column: SessionColumn,
  fits: (value: string | null) => boolean,
): Promise<FittingSessions> {
  const rows = await ask(on, `SELECT s.${column} AS value, sum(s.calls) AS calls FROM sessions s GROUP BY 1`);
  const fitting = rows.filter((row) => fits(textOrNull(row, 'value')));
  const calls = (of: readonly Row[]): number => of.reduce((sum, row) => sum + integer(row, 'calls'), 0);
  return {
    sessions: isOneOf(
      `s.${column}`,
      fitting.map((row) => textOrNull(row, 'value')),
    ),
    areFew: calls(fitting) <= MOST_DRIVEN * calls(rows),
  };
}

async function ofSessions(on: Statements, { column, fits }: FactTest & { type: 'session' }): Promise<FactCondition> {
  const { sessions, areFew } = await sessionsWhere(on, column, fits);
  const { sql, values } = sessions;
  const all = condition(`f.session_pk IN (SELECT s.pk FROM sessions s WHERE ${sql})`, ...values);
  return areFew ? { ...all, driven: { sessions, rest: ALWAYS } } : all;
}

export async function liveSessionKeys(on: Statements): Promise<number[]> {
  return (await ask(on, 'SELECT pk FROM sessions WHERE live = 1')).map((row) => integer(row, 'pk'));
}

/** Of rows `f` of facts. */
export async function factCondition(on: Statements, test: FactTest): Promise<FactCondition> {
  switch (test.type) {
    case 'all':
      return ALWAYS;
    case 'and':
    case 'or': {
      const parts: FactCondition[] = [];
      for (const part of test.parts) parts.push(await factCondition(on, part));
      return joinConditions(parts, test.type === 'and' ? 'AND' : 'OR');
    }
    case 'not': {
      const { sql, values } = await factCondition(on, test.part);
      return { sql: `NOT (${sql})`, values };
    }
    case 'word': {
      const words = await wordList(on, test.column === 'masked' ? 'outcome' : test.column);
      return isAmong(columnOf(test.column), 'int4', numbersOf(words, test.fits));
    }
    case 'number': {
      const column = columnOf(test.column);
      return known(
        column,
        test.values.map((value) => numberCondition(column, value)),
      );
    }
    case 'time':
      return known('f.at', test.values.map(timeCondition));
    case 'known':
      return condition(`(${columnOf(test.column)} IS NOT NULL)`);
    case 'some':
      return known(columnOf(test.column), [condition(`${columnOf(test.column)} > 0`)]);
    case 'bit':
      return condition(`(f.flags & ${test.bit}) <> 0`);
    case 'session':
      return ofSessions(on, test);
    case 'live':
      return isAmong('f.session_pk', 'int8', await liveSessionKeys(on));
  }
}
