// What the tree keeps of each record, in columns: long sessions have hundreds of thousands of records, and one costs fifty bytes
// here, a fifth of what it costs as an object with its numbers.

import type { LineRef } from '../model/source.ts';

/** No such row. */
export const NO_ROW = -1;
/** No such message. */
export const NO_GROUP = -1;

const ROWS_MIN = 32;
const CAN_BE_LEAF = 1;
const ACTIVE = 2;
/** No file is longer: 4 TB. */
const FILE_MAX = 2 ** 42;

/** A new record. */
export interface NewRow {
  readonly key: number;
  readonly parent: number;
  readonly group: number;
  readonly thread: number;
  readonly canBeLeaf: boolean;
}

interface Columns {
  /** Hashed ids. */
  readonly keys: Float64Array;
  /** Rows of parents. */
  readonly parents: Int32Array;
  /** Numbers of messages. */
  readonly groups: Int32Array;
  /** Numbers of threads. */
  readonly threads: Int32Array;
  /** Positions among their threads' records. */
  readonly places: Int32Array;
  readonly sources: Int32Array;
  readonly offsets: Float64Array;
  readonly flags: Uint8Array;
}

/** Plain data, for a restart: columns as long as there are rows. */
export type TableState = Columns;

/** Bytes of a row: two numbers of eight, five of four, and its flags. */
const ROW_BYTES = 2 * 8 + 5 * 4 + 1;

/** All columns in one allocation: most sessions are short, and allocating is most of what a table costs. */
function emptyColumns(rows: number): Columns {
  const memory = new ArrayBuffer(rows * ROW_BYTES);
  let at = 0;
  const next = (bytes: number): number => {
    const start = at;
    at += rows * bytes;
    return start;
  };
  return {
    keys: new Float64Array(memory, next(8), rows),
    offsets: new Float64Array(memory, next(8), rows),
    parents: new Int32Array(memory, next(4), rows),
    groups: new Int32Array(memory, next(4), rows),
    threads: new Int32Array(memory, next(4), rows),
    places: new Int32Array(memory, next(4), rows),
    sources: new Int32Array(memory, next(4), rows),
    flags: new Uint8Array(memory, next(1), rows),
  };
}

function copyInto(target: Columns, source: Columns): void {
  target.keys.set(source.keys);
  target.parents.set(source.parents);
  target.groups.set(source.groups);
  target.threads.set(source.threads);
  target.places.set(source.places);
  target.sources.set(source.sources);
  target.offsets.set(source.offsets);
  target.flags.set(source.flags);
}

export class RecordTable {
  #columns: Columns;
  #rows = 0;
  /** Rows by hashed id, plus one; open addressing, never more than half full. */
  #slots: Int32Array;

  constructor(state?: TableState) {
    const rows = state?.keys.length ?? 0;
    let room = ROWS_MIN;
    while (room < rows) room *= 2;
    this.#columns = emptyColumns(room);
    this.#slots = new Int32Array(room * 2);
    if (state === undefined) return;
    copyInto(this.#columns, state);
    this.#rows = rows;
    for (let row = 0; row < rows; row++) this.#enter(row);
  }

  /** A number that orders records by file, and by place in it. */
  orderOf(row: number): number {
    return (this.#columns.sources[row] ?? 0) * FILE_MAX + (this.#columns.offsets[row] ?? 0);
  }

  get rows(): number {
    return this.#rows;
  }

  /** Views of the columns themselves: a copy for a long session takes 10 MB. */
  save(): TableState {
    const { keys, parents, groups, threads, places, sources, offsets, flags } = this.#columns;
    const rows = this.#rows;
    return {
      keys: keys.subarray(0, rows),
      parents: parents.subarray(0, rows),
      groups: groups.subarray(0, rows),
      threads: threads.subarray(0, rows),
      places: places.subarray(0, rows),
      sources: sources.subarray(0, rows),
      offsets: offsets.subarray(0, rows),
      flags: flags.subarray(0, rows),
    };
  }

  /** The row with this key, or NO_ROW. */
  find(key: number): number {
    const { keys } = this.#columns;
    const mask = this.#slots.length - 1;
    // The low 32 bits of a hash are as good as all of it.
    for (let slot = (key | 0) & mask; ; slot = (slot + 1) & mask) {
      const row = (this.#slots[slot] ?? 0) - 1;
      if (row < 0 || keys[row] === key) return row;
    }
  }

  /** Adds a record whose key is new, for now as the last of its thread. */
  add({ key, parent, group, thread, canBeLeaf }: NewRow, { source, offset }: LineRef): number {
    const row = this.#rows++;
    if (row === this.#columns.keys.length) this.#grow();
    const columns = this.#columns;
    columns.keys[row] = key;
    columns.parents[row] = parent;
    columns.groups[row] = group;
    columns.threads[row] = thread;
    columns.sources[row] = source;
    columns.offsets[row] = offset;
    columns.flags[row] = canBeLeaf ? CAN_BE_LEAF : 0;
    this.#enter(row);
    return row;
  }

  keyOf(row: number): number {
    return this.#columns.keys[row] ?? 0;
  }

  parentOf(row: number): number {
    return this.#columns.parents[row] ?? NO_ROW;
  }

  setParent(row: number, parent: number): void {
    this.#columns.parents[row] = parent;
  }

  groupOf(row: number): number {
    return this.#columns.groups[row] ?? NO_GROUP;
  }

  threadOf(row: number): number {
    return this.#columns.threads[row] ?? 0;
  }

  sourceOf(row: number): number {
    return this.#columns.sources[row] ?? 0;
  }

  placeOf(row: number): number {
    return this.#columns.places[row] ?? 0;
  }

  setPlace(row: number, place: number): void {
    this.#columns.places[row] = place;
  }

  canBeLeaf(row: number): boolean {
    return ((this.#columns.flags[row] ?? 0) & CAN_BE_LEAF) !== 0;
  }

  isActive(row: number): boolean {
    return ((this.#columns.flags[row] ?? 0) & ACTIVE) !== 0;
  }

  setActive(row: number, isActive: boolean): void {
    const flags = this.#columns.flags[row] ?? 0;
    this.#columns.flags[row] = isActive ? flags | ACTIVE : flags & ~ACTIVE;
  }

  /** Same order as `compareRefs` of their lines. */
  compare(a: number, b: number): number {
    const { sources, offsets } = this.#columns;
    return (sources[a] ?? 0) - (sources[b] ?? 0) || (offsets[a] ?? 0) - (offsets[b] ?? 0);
  }

  #enter(row: number): void {
    const mask = this.#slots.length - 1;
    let slot = (this.keyOf(row) | 0) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = row + 1;
  }

  #grow(): void {
    const old = this.#columns;
    const room = old.keys.length * 2;
    this.#columns = emptyColumns(room);
    copyInto(this.#columns, old);
    this.#slots = new Int32Array(room * 2);
    for (let row = 0; row < old.keys.length; row++) this.#enter(row);
  }
}
