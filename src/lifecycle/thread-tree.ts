// One thread's records in file order, and which of them are on the branch of the last leaf. A record whose parent is not in the
// log, or that has none, is taken to follow the record before it: a gap in the log must not make half of it look abandoned.

import { NO_ROW, type RecordTable } from './record-table.ts';

export interface ThreadState {
  /** Position of the leaf. */
  readonly leaf: number;
  readonly hasForwardParents: boolean;
}

export class ThreadTree {
  readonly number: number;
  readonly #table: RecordTable;
  readonly #onChange: (row: number, isActive: boolean) => void;
  /** Rows by position. */
  #order: number[] = [];
  #leaf = -1;
  #isSettled = true;
  #hasForwardParents = false;

  constructor(number: number, table: RecordTable, onChange: (row: number, isActive: boolean) => void) {
    this.number = number;
    this.#table = table;
    this.#onChange = onChange;
  }

  save(): ThreadState {
    this.settle();
    return { leaf: this.#leaf, hasForwardParents: this.#hasForwardParents };
  }

  /** `order` has the thread's rows by position. */
  restore({ leaf, hasForwardParents }: ThreadState, order: number[]): void {
    this.#order = order;
    this.#leaf = leaf;
    this.#hasForwardParents = hasForwardParents;
  }

  add(row: number): void {
    const last = this.#order.at(-1);
    const place = this.#order.push(row) - 1;
    this.#table.setPlace(row, place);
    // A parent after its child can close a cycle: then the branch is recomputed each time.
    if (this.#hasForwardParents || (last !== undefined && this.#table.compare(last, row) > 0)) this.#isSettled = false;
    if (this.#isSettled && this.#table.canBeLeaf(row)) this.#moveLeaf(place);
  }

  /** A record came after one that names it as its parent. */
  noteForwardParent(): void {
    this.#hasForwardParents = true;
  }

  /** Rebuilds after records arrived in another order than in the file. */
  settle(): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#order.sort((a, b) => this.#table.compare(a, b));
    for (const [place, row] of this.#order.entries()) this.#table.setPlace(row, place);
    this.#hasForwardParents = this.#order.some((row, place) => this.#parentPlace(row) >= place);
    for (const row of this.#order) this.#mark(row, false);
    this.#leaf = -1;
    const leaf = this.#order.findLastIndex((row) => this.#table.canBeLeaf(row));
    if (leaf !== -1) this.#moveLeaf(leaf);
  }

  /** Position of the parent, or -1. A parent in another thread does not count. */
  #parentPlace(row: number): number {
    const parent = this.#table.parentOf(row);
    return parent !== NO_ROW && this.#table.threadOf(parent) === this.number ? this.#table.placeOf(parent) : -1;
  }

  #above(place: number): number {
    const row = this.#order[place];
    const parent = row === undefined ? -1 : this.#parentPlace(row);
    return parent === -1 ? place - 1 : parent;
  }

  /** Marks the path up from the new leaf until it meets the old branch, and unmarks the old branch down to there. */
  #moveLeaf(leaf: number): void {
    // Nearly always the new leaf follows the old one.
    const next = this.#order[leaf];
    if (next !== undefined && !this.#table.isActive(next) && this.#leaf >= 0 && this.#above(leaf) === this.#leaf) {
      this.#mark(next, true);
      this.#leaf = leaf;
      return;
    }
    let meeting = leaf;
    for (;;) {
      const row = this.#order[meeting];
      // Met the old branch, the beginning, or, in a cycle of parents, this same path.
      if (row === undefined || this.#table.isActive(row)) break;
      this.#mark(row, true);
      meeting = this.#above(meeting);
    }
    const fresh = new Set<number>();
    for (let at = leaf; at !== meeting && at >= 0 && !fresh.has(at); at = this.#above(at)) fresh.add(at);
    for (let at = this.#leaf; at >= 0 && at !== meeting && !fresh.has(at); at = this.#above(at)) {
      const row = this.#order[at];
      if (row === undefined || !this.#table.isActive(row)) break;
      this.#mark(row, false);
    }
    this.#leaf = leaf;
  }

  #mark(row: number, isActive: boolean): void {
    if (this.#table.isActive(row) === isActive) return;
    this.#table.setActive(row, isActive);
    this.#onChange(row, isActive);
  }
}
