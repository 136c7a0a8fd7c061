// Answers "when did how much happen?": calls and unexpected failures in equal spans of time.

import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { Timeline } from '../../questions/stats.ts';
import { TimeBuckets, timelineOf } from '../../questions/time-buckets.ts';
import { COLUMN_FLAGS } from '../../rows/call-numbers.ts';
import { outcomeCount } from '../../rows/stats-sum.ts';
import { CallScan, type FittingSlots } from './call-scan.ts';
import { outcomeWords } from './interned-lists.ts';

/** Collects when calls happened, on a scan that others may share. */
export class TimeCounter {
  readonly #at: Float64Array;
  readonly #flags: Float64Array;
  readonly #outcome: Float64Array;
  readonly #failures: Uint8Array;
  readonly #buckets = new TimeBuckets();
  #undated = 0;

  constructor(database: Database, scan: CallScan) {
    this.#at = scan.column('at');
    this.#flags = scan.column('flags');
    this.#outcome = scan.column('outcome');
    this.#failures = Uint8Array.from(outcomeWords(database), (word) => outcomeCount(word).failures);
  }

  visit({ slots, count }: FittingSlots): void {
    const [at, flags, outcome, failures] = [this.#at, this.#flags, this.#outcome, this.#failures];
    for (let i = 0; i < count; i++) {
      const slot = slots[i] ?? 0;
      const time = at[slot] ?? Number.NaN;
      if (Number.isNaN(time) || ((flags[slot] ?? 0) & COLUMN_FLAGS.unasked) !== 0) this.#undated++;
      else this.#buckets.add(time, failures[outcome[slot] ?? 0] ?? 0);
    }
  }

  timeline(most: number): Timeline {
    return timelineOf(this.#buckets.gathered(Math.max(2, most)), this.#undated);
  }
}

export function timeline(database: Database, question: CallQuestion, most: number): Timeline {
  const scan = new CallScan(database, question);
  const counter = new TimeCounter(database, scan);
  scan.each((fitting) => counter.visit(fitting));
  return counter.timeline(most);
}
