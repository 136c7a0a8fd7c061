// Owns going through all calls that fit a question, in brief: a few milliseconds for a hundred thousand. What briefs cannot
// decide is decided by the calls themselves, of those alone that may fit.

import type { Database } from '../database.ts';
import type { BriefColumn } from '../index/brief-columns.ts';
import { briefFilter, type SlotTest } from './brief-filter.ts';
import { BriefScan } from './brief-scan.ts';
import { CallJudge } from './call-judge.ts';
import type { CallQuestion } from './call-question.ts';
import { underPlaces } from './condition.ts';
import { coversAll } from './scope.ts';
import { sessionsWith } from './session-sets.ts';

/** Told of one call: its place in the columns, and the key of its row. */
export type Visit = (slot: number, key: number) => void;

function inScope(scan: BriefScan, places: readonly string[]): SlotTest {
  const session = scan.column('session');
  // Where there is no call, or one that does not count, there is no session.
  if (coversAll(scan.database, places)) return (slot) => !Number.isNaN(session[slot]);
  const { sql, values } = underPlaces(places, 's.pk');
  const members = sessionsWith(scan.database, sql, values);
  return (slot) => members[session[slot] ?? 0] === 1;
}

export class CallScan {
  readonly #question: CallQuestion;
  readonly #scan: BriefScan;

  constructor(database: Database, question: CallQuestion) {
    this.#question = question;
    this.#scan = new BriefScan(database);
  }

  /** Filled anew for every 256 calls; NaN where a call has none. To be asked for before the walk. */
  column(name: BriefColumn): Float64Array {
    return this.#scan.column(name);
  }

  /** Every call that fits, in the order of their keys. */
  each(visit: Visit): void {
    const { database } = this.#scan;
    const { filter, families, places } = this.#question;
    const decided = briefFilter(filter, families, this.#scan);
    const isInside = inScope(this.#scan, places);
    if (decided.isExact) {
      this.#walk(filter.type === 'all' ? isInside : (slot) => isInside(slot) && decided.test(slot), visit);
      return;
    }
    const judge = new CallJudge(database, this.#question);
    this.#walk(
      (slot) => isInside(slot) && decided.test(slot),
      (slot, key) => {
        const row = judge.row(key);
        if (row !== undefined && judge.fits(judge.reader.read(row), row)) visit(slot, key);
      },
    );
  }

  /** Every call that may fit; the answer says whether all of them do. */
  eachLikely(visit: Visit): boolean {
    const { filter, families, places } = this.#question;
    const decided = briefFilter(filter, families, this.#scan);
    const isInside = inScope(this.#scan, places);
    this.#walk((slot) => isInside(slot) && decided.test(slot), visit);
    return decided.isExact;
  }

  #walk(test: SlotTest, visit: Visit): void {
    for (const { firstKey, length } of this.#scan.chunks()) {
      for (let slot = 0; slot < length; slot++) if (test(slot)) visit(slot, firstKey + slot);
    }
  }
}
