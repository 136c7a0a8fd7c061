// Sorts calls by one of their columns: every call has a number, and calls without one come last.

import { type CallOrder, outcomeName } from '../../questions/call-order.ts';
import { condition } from '../../sql/condition.ts';
import { ASKED_AT } from '../database/fact-times.ts';
import type { Statements } from '../database/statement.ts';
import { type FactCondition, NO_JOIN } from './condition.ts';
import { outcomeWords, toolWords } from './words.ts';

export interface SortedBy {
  /** What is joined to rows `f` of facts, and its values. */
  readonly join: FactCondition;
  /** The number, of rows `f`. */
  readonly score: string;
  readonly direction: 'ASC' | 'DESC';
  /** Of what `sortValue` said about a call; null where it has none. */
  scoreOf(value: string): number | null;
}

/** Words by their places in the alphabet; one that is gone lies between its neighbours. */
function byWords(column: 'tool' | 'outcome', names: ReadonlyMap<number, string>): Omit<SortedBy, 'direction'> {
  const sorted = [...new Set(names.values())].sort();
  const ranks = new Map(sorted.map((name, i) => [name, i]));
  return {
    join: condition(
      `LEFT JOIN unnest(?::int4[], ?::float8[]) AS w (id, rank) ON w.id = f.${column}`,
      [...names.keys()],
      [...names.values()].map((name) => ranks.get(name) ?? 0),
    ),
    score: 'w.rank',
    scoreOf: (value) => ranks.get(value) ?? sorted.filter((name) => name < value).length - 0.5,
  };
}

function numberOf(value: string): number | null {
  return value === '' ? null : Number(value);
}

export async function sortedBy(on: Statements, { by, isDown }: CallOrder): Promise<SortedBy> {
  const direction = isDown ? 'DESC' : 'ASC';
  switch (by) {
    case 'at':
      return { join: NO_JOIN, score: ASKED_AT, direction, scoreOf: numberOf };
    case 'ms':
    case 'bytes':
      return { join: NO_JOIN, score: `f.${by}`, direction, scoreOf: numberOf };
    case 'tool':
    case 'agent': {
      const names = new Map([...(await toolWords(on))].map(([id, word]) => [id, word[by]]));
      return { ...byWords('tool', names), direction };
    }
    case 'status': {
      const names = new Map([...(await outcomeWords(on))].map(([id, word]) => [id, outcomeName(word)]));
      return { ...byWords('outcome', names), direction };
    }
  }
}
