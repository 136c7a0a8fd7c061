// A filter as SQL: a condition that is true for every call that matches the filter, and whether it is exact. What SQL cannot decide
// is decided afterwards, call by call.

import type { Filter, TermNode, TermValue } from '../../../model/filter/filter.ts';
import type { ToolFamilies } from '../../questions/call-question.ts';
import { ALWAYS, condition, joinConditions } from '../../sql/condition.ts';
import { IS_MASKED } from '../index/call-conditions.ts';
import type { Bound } from '../index/take-steps.ts';
import type { BoundCondition } from './engine.ts';

export interface FilterCondition extends BoundCondition {
  /** Nothing is left to decide. */
  readonly isExact: boolean;
}

const UNDECIDED: FilterCondition = { ...ALWAYS, isExact: false };

function exactly(sql: string, ...values: readonly Bound[]): FilterCondition {
  return { ...condition(sql, ...values), isExact: true };
}

/** SQL compares letters of other alphabets differently from JavaScript: those words are left to the second pass. */
function isPlain(word: string): boolean {
  return /^[\x20-\x7e]*$/.test(word);
}

const WORD_COLUMNS: Readonly<Record<string, string>> = {
  toolid: 'c.tool_id',
  status: 'c.status',
  blame: 'c.blame',
  code: 'c.code',
  masked: `(c.detail ->> '$.mk.code')`,
};

const NUMBER_COLUMNS: Readonly<Record<string, string>> = {
  duration: 'c.ms',
  exit: 'c.exit_code',
  turn: 'c.turn',
  tokens: 'c.tokens',
  added: 'c.lines_added',
  removed: 'c.lines_removed',
  bytes: 'c.bytes',
};

const STATUS_FLAGS: Readonly<Record<string, string>> = {
  ok: `c.status = 'ok'`,
  error: `c.status = 'error'`,
  failed: `(c.status = 'error' AND c.blame IS NOT 'expected')`,
  expected: `coalesce(c.blame = 'expected', 0)`,
  masked: IS_MASKED,
  rejected: `c.status = 'rejected'`,
  denied: `c.status = 'denied'`,
  refused: `c.status IN ('rejected', 'denied')`,
  cancelled: `c.status = 'cancelled'`,
  interrupted: `c.status = 'interrupted'`,
  // There is an index of the few calls without a result for exactly this condition.
  running: `(c.status IN ('running', 'lost') AND c.status = 'running')`,
  lost: `(c.status IN ('running', 'lost') AND c.status = 'lost')`,
  unknown: `c.status = 'unknown'`,
  unfinished: `c.status IN ('running', 'lost', 'background')`,
  background: `(c.status = 'background' OR json_extract(c.detail, '$.bg') IS NOT NULL)`,
  subagent: `c.thread <> 'main'`,
  main: `c.thread = 'main'`,
  live: 's.live = 1',
};

function wordCondition(column: string, value: TermValue): FilterCondition {
  if (value.type !== 'exact' || !isPlain(value.value)) return UNDECIDED;
  return exactly(`coalesce(lower(${column}) = ?, 0)`, value.value.toLowerCase());
}

function toolCondition(value: TermValue, families: ToolFamilies): FilterCondition {
  if (value.type !== 'exact' || !isPlain(value.value)) return UNDECIDED;
  const name = value.value.toLowerCase();
  const members = [...families].filter(([, family]) => family.toLowerCase() === name).map(([id]) => id);
  const ids = [name, ...members];
  return exactly(`(lower(c.tool) = ? OR lower(c.tool_id) IN (${ids.map(() => '?').join(', ')}))`, name, ...ids);
}

function numberCondition(column: string, value: TermValue): FilterCondition {
  if (value.type === 'compare') return exactly(`coalesce(${column} ${value.op} ?, 0)`, value.value);
  if (value.type !== 'range') return exactly('0');
  const { min, max } = value;
  return exactly(`coalesce(${column} >= ? AND ${column} <= ?, 0)`, min ?? -Number.MAX_VALUE, max ?? Number.MAX_VALUE);
}

function timeCondition(value: TermValue): FilterCondition {
  if (value.type !== 'window') return exactly('0');
  const parts: BoundCondition[] = [condition('coalesce(c.requested_at, c.ended_at) IS NOT NULL')];
  // Uses the index on the time of the request; a call without one is found by its end.
  const from = '(c.requested_at >= ? OR (c.requested_at IS NULL AND c.ended_at >= ?))';
  const to = '(c.requested_at < ? OR (c.requested_at IS NULL AND c.ended_at < ?))';
  if (value.fromMs !== null) parts.push(condition(from, value.fromMs, value.fromMs));
  if (value.toMs !== null) parts.push(condition(to, value.toMs, value.toMs));
  return { ...joinConditions(parts, 'AND'), isExact: true };
}

function valueCondition(key: string, value: TermValue, families: ToolFamilies): FilterCondition {
  const word = WORD_COLUMNS[key];
  if (word !== undefined) return wordCondition(word, value);
  const number = NUMBER_COLUMNS[key];
  if (number !== undefined) return numberCondition(number, value);
  switch (key) {
    case 'tool':
      return toolCondition(value, families);
    case 'is': {
      const flag = value.type === 'exact' ? STATUS_FLAGS[value.value] : undefined;
      return flag === undefined ? UNDECIDED : exactly(flag);
    }
    case 'agent': {
      if (value.type !== 'exact' || !isPlain(value.value)) return UNDECIDED;
      const name = value.value.toLowerCase();
      return exactly('(lower(s.agent) = ? OR substr(lower(s.agent), 1, length(?)) = ?)', name, `${name}-`, `${name}-`);
    }
    case 'session':
    case 'call': {
      if (value.type !== 'exact' || !isPlain(value.value)) return UNDECIDED;
      const column = key === 'session' ? 's.id' : 'c.call_id';
      const prefix = value.value.toLowerCase();
      return exactly(`substr(lower(${column}), 1, length(?)) = ?`, prefix, prefix);
    }
    case 'since':
    case 'after':
    case 'before':
    case 'until':
    case 'on':
      return timeCondition(value);
    default:
      return UNDECIDED;
  }
}

function termCondition({ key, values }: TermNode, families: ToolFamilies): FilterCondition {
  return joined(
    values.map((value) => valueCondition(key, value, families)),
    'OR',
  );
}

function joined(parts: readonly FilterCondition[], by: 'AND' | 'OR'): FilterCondition {
  return { ...joinConditions(parts, by), isExact: parts.every(({ isExact }) => isExact) };
}

/** For rows `c` of calls and `s` of their sessions. */
export function filterCondition(filter: Filter, families: ToolFamilies): FilterCondition {
  switch (filter.type) {
    case 'all':
      return { ...ALWAYS, isExact: true };
    case 'and':
    case 'or': {
      const parts = filter.items.map((item) => filterCondition(item, families));
      return joined(parts, filter.type === 'and' ? 'AND' : 'OR');
    }
    case 'not': {
      const inner = filterCondition(filter.item, families);
      // The opposite of an inexact condition says nothing.
      return inner.isExact ? { ...inner, sql: `NOT (${inner.sql})` } : UNDECIDED;
    }
    case 'term':
      return termCondition(filter, families);
    case 'text':
    case 'regex':
      return UNDECIDED;
  }
}
