// The order "newest first" over calls that may fit: the first few are found without sorting the rest, for most who ask
// want no more.

import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import { COLUMN_FLAGS } from '../index/call-columns.ts';
import { CallScan } from './call-scan.ts';

/** A place in the order: when a call was asked for, and its key. Calls without a time come last. */
export interface Edge {
  readonly at: number | null;
  readonly key: number;
}

const AT_FIRST = 512;
const THEN_TIMES = 16;

/** Keeps the newest so many: the oldest of them lies on top. */
class NewestHeap {
  readonly #most: number;
  readonly #at: number[] = [];
  readonly #key: number[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  offer(at: number, key: number): void {
    if (this.#at.length < this.#most) {
      this.#rise(this.#at.length, at, key);
      return;
    }
    const top = this.#at[0] ?? Number.NEGATIVE_INFINITY;
    if (at > top || (at === top && key > (this.#key[0] ?? 0))) this.#sink(at, key);
  }

  newestFirst(): Edge[] {
    const edges = this.#at.map((at, i) => ({ at, key: this.#key[i] ?? 0 }));
    return edges.sort((a, b) => (a.at === b.at ? b.key - a.key : b.at > a.at ? 1 : -1));
  }

  #isOlder(at: number, key: number, place: number): boolean {
    const other = this.#at[place] ?? 0;
    return at < other || (at === other && key < (this.#key[place] ?? 0));
  }

  #put(place: number, at: number, key: number): void {
    this.#at[place] = at;
    this.#key[place] = key;
  }

  #rise(from: number, at: number, key: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#isOlder(at, key, parent)) break;
      this.#put(place, this.#at[parent] ?? 0, this.#key[parent] ?? 0);
      place = parent;
    }
    this.#put(place, at, key);
  }

  /** Takes the place of the oldest. */
  #sink(at: number, key: number): void {
    const size = this.#at.length;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= size) break;
      if (child + 1 < size && this.#isOlder(this.#at[child + 1] ?? 0, this.#key[child + 1] ?? 0, child)) child++;
      if (this.#isOlder(at, key, child)) break;
      this.#put(place, this.#at[child] ?? 0, this.#key[child] ?? 0);
      place = child;
    }
    this.#put(place, at, key);
  }
}

function newest(
  database: Database,
  question: CallQuestion,
  after: Edge | null,
  most: number,
): { readonly edges: readonly Edge[]; readonly isExact: boolean } {
  const scan = new CallScan(database, question);
  const at = scan.column('at');
  const flags = scan.column('flags');
  const heap = new NewestHeap(most);
  const lastAt = after === null ? Number.POSITIVE_INFINITY : (after.at ?? Number.NEGATIVE_INFINITY);
  const lastKey = after?.key ?? Number.POSITIVE_INFINITY;
  const isExact = scan.eachLikely(({ slots, count, firstKey }) => {
    for (let i = 0; i < count; i++) {
      const slot = slots[i] ?? 0;
      const isUnasked = ((flags[slot] ?? 0) & COLUMN_FLAGS.unasked) !== 0;
      const asked = isUnasked ? Number.NEGATIVE_INFINITY : (at[slot] ?? Number.NEGATIVE_INFINITY);
      const key = firstKey + slot;
      if (asked < lastAt || (asked === lastAt && key < lastKey)) heap.offer(asked, key);
    }
  });
  return { edges: heap.newestFirst(), isExact };
}

/** Keys of calls that may fit, newest first; `isSure` when each of them does. `atFirst`: how many are found at once. */
export function* newestKeys(
  database: Database,
  question: CallQuestion,
  after: Edge | null,
  atFirst = AT_FIRST,
): Generator<{ readonly key: number; readonly isSure: boolean }> {
  let last = after;
  for (let most = atFirst; ; most *= THEN_TIMES) {
    const { edges, isExact } = newest(database, question, last, most);
    for (const { key } of edges) yield { key, isSure: isExact };
    const end = edges.at(-1);
    if (end === undefined || edges.length < most) return;
    last = { at: Number.isFinite(end.at) ? end.at : null, key: end.key };
  }
}
