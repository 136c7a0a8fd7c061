// Calls that may match, in an order such as "newest first": the first few are found without sorting the rest, because most callers
// need no more.

import type { Database } from '../../../sqlite/database.ts';
import { type CallOrder, NEWEST_FIRST } from '../../questions/call-order.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { CallCursor } from '../../questions/calls.ts';
import { scoresOf } from './call-order.ts';
import { CallScan } from './call-scan.ts';

interface Scored {
  readonly score: number;
  readonly key: number;
}

const AT_FIRST = 512;
const THEN_TIMES = 16;

/** Keeps this many with the highest scores: the lowest of them is on top. */
class TopHeap {
  readonly #most: number;
  readonly #score: number[] = [];
  readonly #key: number[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  offer(score: number, key: number): void {
    if (this.#score.length < this.#most) {
      this.#rise(this.#score.length, score, key);
      return;
    }
    const top = this.#score[0] ?? Number.NEGATIVE_INFINITY;
    if (score > top || (score === top && key > (this.#key[0] ?? 0))) this.#sink(score, key);
  }

  highestFirst(): Scored[] {
    const scored = this.#score.map((score, i) => ({ score, key: this.#key[i] ?? 0 }));
    return scored.sort((a, b) => (a.score === b.score ? b.key - a.key : b.score > a.score ? 1 : -1));
  }

  #isBelow(score: number, key: number, place: number): boolean {
    const other = this.#score[place] ?? 0;
    return score < other || (score === other && key < (this.#key[place] ?? 0));
  }

  #put(place: number, score: number, key: number): void {
    this.#score[place] = score;
    this.#key[place] = key;
  }

  #rise(from: number, score: number, key: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#isBelow(score, key, parent)) break;
      this.#put(place, this.#score[parent] ?? 0, this.#key[parent] ?? 0);
      place = parent;
    }
    this.#put(place, score, key);
  }

  /** Replaces the lowest. */
  #sink(score: number, key: number): void {
    const size = this.#score.length;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= size) break;
      if (child + 1 < size && this.#isBelow(this.#score[child + 1] ?? 0, this.#key[child + 1] ?? 0, child)) child++;
      if (this.#isBelow(score, key, child)) break;
      this.#put(place, this.#score[child] ?? 0, this.#key[child] ?? 0);
      place = child;
    }
    this.#put(place, score, key);
  }
}

function highest(
  database: Database,
  question: CallQuestion,
  order: CallOrder,
  after: CallCursor | Scored | null,
  most: number,
): { readonly scored: readonly Scored[]; readonly isExact: boolean } {
  const scan = new CallScan(database, question);
  const scores = scoresOf(database, scan, order);
  const heap = new TopHeap(most);
  const last = after === null ? Number.POSITIVE_INFINITY : 'score' in after ? after.score : scores.ofValue(after.value);
  const lastKey = after?.key ?? Number.POSITIVE_INFINITY;
  const isExact = scan.eachLikely(({ slots, count, firstKey }) => {
    for (let i = 0; i < count; i++) {
      const slot = slots[i] ?? 0;
      const score = scores.of(slot);
      const key = firstKey + slot;
      if (score < last || (score === last && key < lastKey)) heap.offer(score, key);
    }
  });
  return { scored: heap.highestFirst(), isExact };
}

/**
 * Keys of calls that may match, newest first or in another order; `isSure` when each of them does. `atFirst`: how many are found at
 * once.
 */
export function* newestKeys(
  database: Database,
  question: CallQuestion,
  after: CallCursor | null,
  { order = NEWEST_FIRST, atFirst = AT_FIRST }: { readonly order?: CallOrder; readonly atFirst?: number } = {},
): Generator<{ readonly key: number; readonly isSure: boolean }> {
  let last: CallCursor | Scored | null = after;
  for (let most = atFirst; ; most *= THEN_TIMES) {
    const { scored, isExact }: ReturnType<typeof highest> = highest(database, question, order, last, most);
    for (const { key } of scored) yield { key, isSure: isExact };
    last = scored.at(-1) ?? null;
    if (last === null || scored.length < most) return;
  }
}
