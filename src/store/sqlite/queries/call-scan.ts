// Scans all calls that match a question, in brief: a few milliseconds for a hundred thousand. What the columns cannot decide is decided
// by reading the calls that may match.

import { integer } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { CallColumn } from '../../rows/call-numbers.ts';
import { CallJudge } from '../../sql/call-judge.ts';
import { SLOTS } from '../index/packed-column.ts';
import { takeSteps } from '../index/take-steps.ts';
import { callRows } from './call-rows.ts';
import { columnFilter } from './column-filter.ts';
import { ColumnScan } from './column-scan.ts';
import { SQLITE_DIALECT, wordsOf } from './engine.ts';
import { keepAll, keepKnown, keepMarked, type Narrow } from './narrow.ts';
import { coversAll, underPlaces } from './scope.ts';
import { sessionsWith } from './session-sets.ts';

/** Calls of one chunk: the first `count` of `slots` are their slots in the columns. */
export interface FittingSlots {
  readonly slots: Uint16Array;
  readonly count: number;
  /** A call's key is this plus its slot. */
  readonly firstKey: number;
}

export type Visit = (fitting: FittingSlots) => void;

const IN_ORDER = Uint16Array.from({ length: SLOTS }, (_, i) => i);

function inScope(scan: ColumnScan, places: readonly string[]): Narrow {
  const session = scan.column('session');
  // An empty slot, or a call that does not count, has no session.
  if (coversAll(scan.database, places)) return keepKnown(session);
  const { sql, values } = underPlaces(places, 's.pk');
  return keepMarked(session, sessionsWith(scan.database, sql, values));
}

export class CallScan {
  readonly #question: CallQuestion;
  readonly #scan: ColumnScan;

  constructor(database: Database, question: CallQuestion) {
    this.#question = question;
    this.#scan = new ColumnScan(database);
  }

  /** Refilled for every 256 calls; NaN if a call has none. Call before the scan. */
  column(name: CallColumn): Float64Array {
    return this.#scan.column(name);
  }

  /** Every matching call, in order of their keys. */
  each(visit: Visit): void {
    this.#walk(visit, true);
  }

  /** Every call that may match; returns whether all of them do. */
  eachLikely(visit: Visit): boolean {
    return this.#walk(visit, false);
  }

  /** Keys of the matching calls. */
  keys(narrow: Narrow = keepAll): number[] {
    const keys: number[] = [];
    this.each(({ slots, count, firstKey }) => {
      const left = narrow(slots, count);
      for (let i = 0; i < left; i++) keys.push(firstKey + (slots[i] ?? 0));
    });
    return keys;
  }

  #walk(visit: Visit, decideAll: boolean): boolean {
    const { filter, families, places } = this.#question;
    const { narrow, isExact } = columnFilter(filter, families, this.#scan);
    const inside = inScope(this.#scan, places);
    const judge = isExact || !decideAll ? undefined : new ChunkJudge(this.#scan.database, this.#question);
    const slots = new Uint16Array(SLOTS);
    for (const { firstKey, length } of this.#scan.chunks()) {
      slots.set(IN_ORDER);
      let count = narrow(slots, inside(slots, length));
      if (judge !== undefined) count = judge.narrow(slots, count, firstKey);
      if (count > 0) visit({ slots, count, firstKey });
    }
    return isExact;
  }
}

/** Decides what the columns cannot, by the calls themselves. */
class ChunkJudge {
  readonly #database: Database;
  readonly #judge: CallJudge;

  constructor(database: Database, question: CallQuestion) {
    this.#database = database;
    this.#judge = new CallJudge(SQLITE_DIALECT, wordsOf(database), question);
  }

  narrow(slots: Uint16Array, count: number, firstKey: number): number {
    const keys = Array.from(slots.subarray(0, count), (slot) => firstKey + slot);
    let kept = 0;
    for (const { row } of takeSteps(this.#database, this.#judge.fitting(callRows(this.#database, keys)))) {
      slots[kept++] = integer(row, 'pk') - firstKey;
    }
    return kept;
  }
}
