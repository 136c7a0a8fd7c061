// Sorts calls by one of their columns: every call gets a score, and the highest comes first.

import type { Database } from '../../../sqlite/database.ts';
import { type CallOrder, outcomeName } from '../../questions/call-order.ts';
import { COLUMN_FLAGS } from '../../rows/call-numbers.ts';
import type { CallScan } from './call-scan.ts';
import { outcomeWords, toolWords } from './interned-lists.ts';

export interface Scores {
  /** Score of the call in a slot of the current chunk. */
  of(slot: number): number;
  /** Score of what `sortValue` returned for a call. */
  ofValue(value: string): number;
}

const LAST = Number.NEGATIVE_INFINITY;

function numbers(read: (slot: number) => number, sign: 1 | -1): Scores {
  const score = (value: number): number => (Number.isNaN(value) ? LAST : sign * value);
  return { of: (slot) => score(read(slot)), ofValue: (value) => (value === '' ? LAST : score(Number(value))) };
}

/** Words by alphabetical position; one that is gone is between its neighbours. */
function words(column: Float64Array, names: readonly string[], sign: 1 | -1): Scores {
  const sorted = [...new Set(names)].sort();
  const ranks = new Map(sorted.map((name, i) => [name, i]));
  const byWord = Float64Array.from(names, (name) => sign * (ranks.get(name) ?? 0));
  return {
    of: (slot) => byWord[column[slot] ?? -1] ?? LAST,
    ofValue: (value) => sign * (ranks.get(value) ?? sorted.filter((name) => name < value).length - 0.5),
  };
}

/** Call before the scan begins. */
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
