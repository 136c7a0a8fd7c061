// Which of the calls that fit a question have been summed up, week by week, and which facts are left to look at. Answers are the same
// with sums as without.

import { integer } from '../../../base/row.ts';
import type { FactTest } from '../../rows/fact-test.ts';
import { condition, NEVER } from '../../sql/condition.ts';
import { weekStart, weeksTo } from '../database/fact-times.ts';
import type { Statements } from '../database/statement.ts';
import { FIRST_WEEK_MS, LAST_WEEK_MS } from '../database/sums-schema.ts';
import { type FactCondition, joinConditions } from './condition.ts';
import { factCondition } from './fact-condition.ts';
import type { FittingCalls } from './fitting-facts.ts';

const LAST_WEEK = Math.floor(weeksTo(LAST_WEEK_MS));

/** Columns that rows of sums have as facts do. */
export type SummedColumn = 'tool' | 'model' | 'outcome' | 'masked' | 'permission';

/** Whether rows of sums can tell it. */
function isTold(test: FactTest, columns: readonly SummedColumn[]): boolean {
  switch (test.type) {
    case 'all':
      return true;
    case 'and':
    case 'or':
      return test.parts.every((part) => isTold(part, columns));
    case 'not':
      return isTold(test.part, columns);
    case 'word':
    case 'known':
      return columns.some((column) => column === test.column);
    default:
      return false;
  }
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const ALL_TIME: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** The span of time that a test asks about, and what else it asks; undefined where it asks for several. */
function spanOf(test: FactTest): { readonly span: Span; readonly rest: FactTest } | undefined {
  const parts = test.type === 'and' ? test.parts : [test];
  let span = ALL_TIME;
  const rest: FactTest[] = [];
  for (const part of parts) {
    if (part.type !== 'time') {
      rest.push(part);
      continue;
    }
    const [value, ...more] = part.values;
    if (value?.type !== 'window' || more.length > 0) return undefined;
    span = {
      from: Math.max(span.from, value.fromMs ?? ALL_TIME.from),
      to: Math.min(span.to, value.toMs ?? ALL_TIME.to),
    };
  }
  return { span, rest: { type: 'and', parts: rest } };
}

/** A question in two parts that have no call in common. */
export interface Summed {
  /** Of rows `f` of sums. */
  readonly sums: FactCondition;
  /** Of rows `f` of facts: those of weeks that are not summed up, or lie in the span only in part. */
  readonly rest: FactCondition;
}

/** Times of weeks one after the other, as few ranges as possible. */
function rangesOf(weeks: readonly number[]): FactCondition[] {
  const ranges: [number, number][] = [];
  for (const week of weeks) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === week) last[1] = week + 1;
    else ranges.push([week, week + 1]);
  }
  return ranges.map(([from, to]) =>
    condition('(f.at >= ?::float8 AND f.at < ?::float8)', weekStart(from), weekStart(to)),
  );
}

const TIMELESS = condition(`(f.at IS NULL OR f.at < ${FIRST_WEEK_MS} OR f.at >= ${weekStart(LAST_WEEK)}::float8)`);
/** The last week of all ends in the middle. */
const BEYOND = condition(`(f.at >= ${weekStart(LAST_WEEK)}::float8 AND f.at < ${LAST_WEEK_MS}::float8)`);

const NOTHING_SUMMED = (facts: FactCondition): Summed => ({ sums: NEVER, rest: facts });

/** `columns` are those that the rows of sums have. */
export async function summed(
  on: Statements,
  { facts, test }: FittingCalls,
  columns: readonly SummedColumn[],
): Promise<Summed> {
  const asked = test === undefined ? undefined : spanOf(test);
  if (asked === undefined || !isTold(asked.rest, columns)) return NOTHING_SUMMED(facts);
  const { from, to } = asked.span;
  // Weeks that lie in the span from beginning to end; week 0 has the calls without a week, wherever they are in time.
  const first = Math.max(1, Math.ceil(weeksTo(from)));
  const end = Math.floor(weeksTo(Math.min(to, LAST_WEEK_MS)));
  if (end <= first) return NOTHING_SUMMED(facts);
  const rows = await on.all('SELECT DISTINCT at_week FROM stale_weeks ORDER BY 1');
  const stale = rows.map((row) => integer(row, 'at_week'));
  const isAll = asked.span === ALL_TIME;
  const weeks = condition(
    `(${isAll ? 'f.at_week = 0 OR ' : ''}f.at_week >= ?::int4 AND f.at_week < ?::int4) AND NOT (f.at_week = ANY(?::int4[]))`,
    first,
    end,
    stale,
  );
  const left = rangesOf(stale.filter((week) => week >= first && week < end));
  if (isAll) left.push(stale.includes(0) ? TIMELESS : BEYOND);
  else {
    left.push(condition('(f.at < ?::float8)', weekStart(first)), condition('(f.at >= ?::float8)', weekStart(end)));
  }
  const others = await factCondition(on, asked.rest);
  return {
    sums: joinConditions([weeks, others], 'AND'),
    rest: joinConditions([joinConditions(left, 'OR'), facts], 'AND'),
  };
}
