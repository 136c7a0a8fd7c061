// The tree of records: which of them are on the active branch. Updated record by record, at the cost of what changed, and guarded
// against cycles.

import { hashText } from '../base/hash.ts';
import type { RecordNode, ThreadId } from '../model/observation.ts';
import type { LineRef } from '../model/source.ts';
import { HashedRows, NOT_THERE } from './hashed-rows.ts';
import { NO_GROUP, NO_ROW, RecordTable, type TableState } from './record-table.ts';
import { type ThreadState, ThreadTree } from './thread-tree.ts';

/** Plain data, for a restart. */
export interface TreeState {
  readonly table: TableState;
  readonly threads: readonly (readonly [ThreadId, ThreadState])[];
  /** Hashes of messages, by their number. */
  readonly groups: Float64Array;
  /** Rows by the hash of the parent they wait for. */
  readonly awaited: Map<number, number[]>;
}

/** What a change of branch touched: records and message groups, by hash. */
export interface BranchChanges {
  readonly records: Set<number>;
  readonly groups: Set<number>;
}

export class RecordTree {
  readonly #table: RecordTable;
  readonly #threads = new Map<ThreadId, ThreadTree>();
  /** Messages by hash: records of one message are active or abandoned together. */
  readonly #groups: HashedRows;
  /** How many active records each message has. */
  readonly #activeOf: number[] = [];
  /** Rows whose parent was unknown when they came, by its hash. */
  readonly #awaited: Map<number, number[]>;
  #changes: BranchChanges = { records: new Set(), groups: new Set() };
  /** The last record and its message: nearly always the next one's parent, and often its message. */
  #lastId: string | null = null;
  #lastRow = NO_ROW;
  #lastGroup: string | null = null;
  #lastGroupNumber = NO_GROUP;
  readonly #tracking: boolean;
  /** In a new tree everything is new: branch changes are tracked from the first settling on. */
  #isNoting: boolean;

  /** Without `tracking`, branch changes are never requested. */
  constructor(state?: TreeState, tracking = true) {
    this.#tracking = tracking;
    this.#isNoting = tracking && state !== undefined;
    this.#table = new RecordTable(state?.table);
    this.#groups = new HashedRows(state?.groups);
    this.#awaited = state?.awaited ?? new Map();
    if (state !== undefined) this.#restore(state);
  }

  save(): TreeState {
    const threads = [...this.#threads].map(([thread, tree]) => [thread, tree.save()] as const);
    return {
      table: this.#table.save(),
      threads,
      groups: this.#groups.keys,
      awaited: this.#awaited,
    };
  }

  /** False when the record was seen before: a copy of the same line. */
  add(record: RecordNode, ref: LineRef): boolean {
    const key = hashText(record.id);
    if (this.#table.find(key) !== NO_ROW) return false;
    const thread = this.#threadOf(record.thread);
    const parentKey = record.parent === null || record.parent === record.id ? null : this.#parentKey(record.parent);
    const parent = parentKey === null ? NO_ROW : this.#table.find(parentKey);
    const group = record.group === null ? NO_GROUP : this.#groupNumber(record.group);
    const row = this.#table.add({ key, parent, group, thread: thread.number, canBeLeaf: record.canBeLeaf }, ref);
    if (parentKey !== null && parent === NO_ROW) this.#await(parentKey, row);
    this.#lastId = record.id;
    this.#lastRow = row;
    if (this.#awaited.size > 0) this.#welcome(key, row, thread);
    thread.add(row);
    return true;
  }

  /** The file that a record came from first. */
  sourceOf(record: string): number | undefined {
    const row = this.#table.find(hashText(record));
    return row === NO_ROW ? undefined : this.#table.sourceOf(row);
  }

  get size(): number {
    return this.#table.rows;
  }

  /** A number that orders the session's records by place; undefined when it has none with this hash. */
  orderOf(key: number): number | undefined {
    const row = this.#table.find(key);
    return row === NO_ROW ? undefined : this.#table.orderOf(row);
  }

  /** Pairs of hash and order, for the records after the first so many. */
  placesFrom(first: number): Float64Array {
    const pairs = new Float64Array(Math.max(0, this.size - first) * 2);
    for (let i = 0; i < pairs.length; i += 2) {
      pairs[i] = this.#table.keyOf(first + i / 2);
      pairs[i + 1] = this.#table.orderOf(first + i / 2);
    }
    return pairs;
  }

  /** `held`: the record, or another record of the same message, is on its thread's active branch. */
  standingOf(record: string, group: string | null): 'held' | 'left' | 'unknown' {
    const row = this.#table.find(hashText(record));
    if (row === NO_ROW) return 'unknown';
    if (this.#table.isActive(row)) return 'held';
    const number = group === null ? NOT_THERE : this.#groups.find(hashText(group));
    return number !== NOT_THERE && (this.#activeOf[number] ?? 0) > 0 ? 'held' : 'left';
  }

  /** Puts everything in order, and returns what changed sides since the last time. */
  settle(): BranchChanges {
    for (const thread of this.#threads.values()) thread.settle();
    const changes = this.#changes;
    this.#changes = { records: new Set(), groups: new Set() };
    this.#isNoting = this.#tracking;
    return changes;
  }

  #restore({ threads, groups }: TreeState): void {
    for (let group = 0; group < groups.length; group++) this.#activeOf.push(0);
    const orders: number[][] = threads.map(() => []);
    for (let row = 0; row < this.#table.rows; row++) {
      const order = orders[this.#table.threadOf(row)];
      if (order !== undefined) order[this.#table.placeOf(row)] = row;
      const group = this.#table.groupOf(row);
      if (group !== NO_GROUP && this.#table.isActive(row)) this.#activeOf[group] = (this.#activeOf[group] ?? 0) + 1;
    }
    for (const [number, [id, state]] of threads.entries()) this.#threadOf(id).restore(state, orders[number] ?? []);
  }

  #threadOf(id: ThreadId): ThreadTree {
    const known = this.#threads.get(id);
    if (known !== undefined) return known;
    const made = new ThreadTree(this.#threads.size, this.#table, (row, isActive) => this.#note(row, isActive));
    this.#threads.set(id, made);
    return made;
  }

  #parentKey(parent: string): number {
    return parent === this.#lastId ? this.#table.keyOf(this.#lastRow) : hashText(parent);
  }

  #groupNumber(group: string): number {
    if (group !== this.#lastGroup) {
      const key = hashText(group);
      this.#lastGroup = group;
      const known = this.#groups.find(key);
      this.#lastGroupNumber = known === NOT_THERE ? this.#newGroup(key) : known;
    }
    return this.#lastGroupNumber;
  }

  #newGroup(key: number): number {
    this.#activeOf.push(0);
    return this.#groups.add(key);
  }

  #await(parentKey: number, row: number): void {
    const rows = this.#awaited.get(parentKey);
    if (rows === undefined) this.#awaited.set(parentKey, [row]);
    else rows.push(row);
  }

  /** Ties the records that named this one as their parent before it arrived. */
  #welcome(key: number, row: number, thread: ThreadTree): void {
    const waiting = this.#awaited.get(key);
    if (waiting === undefined) return;
    this.#awaited.delete(key);
    for (const child of waiting) {
      this.#table.setParent(child, row);
      if (this.#table.threadOf(child) === thread.number) thread.noteForwardParent();
    }
  }

  #note(row: number, isActive: boolean): void {
    if (this.#isNoting) this.#changes.records.add(this.#table.keyOf(row));
    const group = this.#table.groupOf(row);
    if (group === NO_GROUP) return;
    const count = (this.#activeOf[group] ?? 0) + (isActive ? 1 : -1);
    this.#activeOf[group] = count;
    if (this.#isNoting && count < 2) this.#changes.groups.add(this.#groups.keyOf(group));
  }
}
