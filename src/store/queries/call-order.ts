// Orders of calls by one of their columns: every call gets a number, and the largest comes first. Calls that have nothing
// in the column come last, in both directions.

import type { ToolCall } from '../../model/tool-call.ts';
import type { Database } from '../../sqlite/database.ts';
import { COLUMN_FLAGS } from '../index/call-columns.ts';
import type { CallScan } from './call-scan.ts';
import { type OutcomeWord, outcomeWords, toolWords } from './interned-lists.ts';

export const CALL_SORTS = ['at', 'ms', 'bytes', 'tool', 'status', 'agent'] as const;

export interface CallOrder {
  readonly by: (typeof CALL_SORTS)[number];
  readonly isDown: boolean;
}

export const NEWEST_FIRST: CallOrder = { by: 'at', isDown: true };

export interface Scores {
  /** Of the call in a place of the chunk that is walked. */
  of(slot: number): number;
  /** Of what `sortValue` said about a call. */
  ofValue(value: string): number;
}

function outcomeName({ status, code }: Pick<OutcomeWord, 'status' | 'code'>): string {
  return code === null ? status : `${status} ${code}`;
}

/** What a call is sorted by, for a cursor: words rather than their places, which change with every new word. */
export function sortValue({ by }: CallOrder, call: ToolCall): string {
  switch (by) {
    case 'at':
      return String(call.requestedAt ?? '');
    case 'ms':
      return String(call.duration?.ms ?? '');
    case 'bytes':
      return String(call.facts.bytes ?? '');
    case 'tool':
      return call.tool;
    case 'agent':
      return call.agent;
    case 'status':
      return outcomeName({ status: call.status, code: call.failure?.code ?? null });
  }
}

const LAST = Number.NEGATIVE_INFINITY;

function numbers(read: (slot: number) => number, sign: 1 | -1): Scores {
  const score = (value: number): number => (Number.isNaN(value) ? LAST : sign * value);
  return { of: (slot) => score(read(slot)), ofValue: (value) => (value === '' ? LAST : score(Number(value))) };
}

/** Words by their places in the alphabet; one that is gone lies between its neighbours. */
function words(column: Float64Array, names: readonly string[], sign: 1 | -1): Scores {
  const sorted = [...new Set(names)].sort();
  const ranks = new Map(sorted.map((name, i) => [name, i]));
  const byWord = Float64Array.from(names, (name) => sign * (ranks.get(name) ?? 0));
  return {
    of: (slot) => byWord[column[slot] ?? -1] ?? LAST,
    ofValue: (value) => sign * (ranks.get(value) ?? sorted.filter((name) => name < value).length - 0.5),
  };
}

/** To be asked for before the walk begins. */
export function scoresOf(database: Database, scan: CallScan, { by, isDown }: CallOrder): Scores {
  const sign = isDown ? 1 : -1;
  switch (by) {
    case 'at': {
      const at = scan.column('at');
      const flags = scan.column('flags');
      const isUnasked = (slot: number): boolean => ((flags[slot] ?? 0) & COLUMN_FLAGS.unasked) !== 0;
      return numbers((slot) => (isUnasked(slot) ? Number.NaN : (at[slot] ?? Number.NaN)), sign);
    }
    case 'ms':
    case 'bytes': {
      const column = scan.column(by);
      return numbers((slot) => column[slot] ?? Number.NaN, sign);
    }
    case 'tool':
    case 'agent':
      return words(
        scan.column('tool'),
        toolWords(database).map((word) => word[by]),
        sign,
      );
    case 'status':
      return words(scan.column('outcome'), outcomeWords(database).map(outcomeName), sign);
  }
}
