// Owns the tree of records: which of them the conversation still stands on. Kept up to date record by record, at the cost
// of what changed, and guarded against cycles.

import { hashText } from '../base/hash.ts';
import type { RecordNode, ThreadId } from '../model/observation.ts';
import { compareRefs, type LineRef } from '../model/source.ts';

interface Node {
  readonly key: number;
  readonly parent: number | null;
  readonly group: number | null;
  readonly ref: LineRef;
  readonly canBeLeaf: boolean;
  active: boolean;
  /** Place among its thread's records. */
  at: number;
}

interface ThreadState {
  readonly nodes: Node[];
  readonly awaited: Set<number>;
  readonly leaf: number;
  readonly hasForwardParents: boolean;
}

/** Plain data, for keeping a tree over a restart. */
export type TreeState = readonly (readonly [ThreadId, ThreadState])[];

/** What a change of branch touched: records and message groups, by hash. */
export interface BranchChanges {
  readonly records: Set<number>;
  readonly groups: Set<number>;
}

/**
 * One thread's records in file order. The active branch is everything the last leaf stands on. A record whose parent is
 * not in the log, or that has none, is taken to follow the record before it: a gap in the log must not make half of it
 * look abandoned.
 */
class ThreadTree {
  #nodes: Node[] = [];
  /** Parents that were not there when their child came. */
  #awaited = new Set<number>();
  #leaf = -1;
  #isSettled = true;
  #hasForwardParents = false;
  readonly #find: (key: number) => Node | undefined;
  readonly #onChange: (node: Node) => void;

  constructor(find: (key: number) => Node | undefined, onChange: (node: Node) => void, state?: ThreadState) {
    this.#find = find;
    this.#onChange = onChange;
    if (state === undefined) return;
    this.#nodes = state.nodes;
    this.#awaited = state.awaited;
    this.#leaf = state.leaf;
    this.#hasForwardParents = state.hasForwardParents;
  }

  save(): ThreadState {
    this.settle();
    return { nodes: this.#nodes, awaited: this.#awaited, leaf: this.#leaf, hasForwardParents: this.#hasForwardParents };
  }

  add(node: Node): void {
    const last = this.#nodes.at(-1);
    const inOrder = last === undefined || compareRefs(last.ref, node.ref) <= 0;
    node.at = this.#nodes.length;
    this.#nodes.push(node);
    if (this.#awaited.has(node.key)) this.#hasForwardParents = true;
    // A parent that stands after its child can close a circle: then the branch is worked out anew each time.
    if (!inOrder || this.#hasForwardParents) this.#isSettled = false;
    if (node.parent !== null && this.#parentOf(node) === undefined) this.#awaited.add(node.parent);
    if (this.#isSettled && node.canBeLeaf) this.#moveLeaf(this.#nodes.length - 1);
  }

  /** Rebuilds after records came in another order than they stand in the file. */
  settle(): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#nodes = this.#nodes.toSorted((a, b) => compareRefs(a.ref, b.ref));
    for (const [i, node] of this.#nodes.entries()) node.at = i;
    this.#hasForwardParents = this.#nodes.some((node) => (this.#parentOf(node)?.at ?? -1) >= node.at);
    for (const node of this.#nodes) this.#mark(node, false);
    this.#leaf = -1;
    const leaf = this.#nodes.findLastIndex((node) => node.canBeLeaf);
    if (leaf !== -1) this.#moveLeaf(leaf);
  }

  /** A parent in another thread is none of this thread's. */
  #parentOf({ parent }: Node): Node | undefined {
    const found = parent === null ? undefined : this.#find(parent);
    return found !== undefined && this.#nodes[found.at] === found ? found : undefined;
  }

  #above(at: number): number {
    const node = this.#nodes[at];
    return (node === undefined ? undefined : this.#parentOf(node)?.at) ?? at - 1;
  }

  /** Marks the way up from the new leaf until it meets the old branch, and unmarks the old branch down to there. */
  #moveLeaf(leaf: number): void {
    // Nearly always the new leaf follows the old one.
    const next = this.#nodes[leaf];
    if (next !== undefined && !next.active && this.#leaf >= 0 && this.#above(leaf) === this.#leaf) {
      this.#mark(next, true);
      this.#leaf = leaf;
      return;
    }
    let meeting = leaf;
    for (;;) {
      const node = this.#nodes[meeting];
      // Met the old branch, the beginning, or, in a circle of parents, this very way.
      if (node === undefined || node.active) break;
      this.#mark(node, true);
      meeting = this.#above(meeting);
    }
    const fresh = new Set<number>();
    for (let at = leaf; at !== meeting && at >= 0 && !fresh.has(at); at = this.#above(at)) fresh.add(at);
    for (let at = this.#leaf; at >= 0 && at !== meeting && !fresh.has(at); at = this.#above(at)) {
      const node = this.#nodes[at];
      if (node === undefined || !node.active) break;
      this.#mark(node, false);
    }
    this.#leaf = leaf;
  }

  #mark(node: Node, active: boolean): void {
    if (node.active === active) return;
    node.active = active;
    this.#onChange(node);
  }
}

/** Records by hashed id, so that a record costs a few numbers instead of three strings. */
export class RecordTree {
  readonly #threads = new Map<ThreadId, ThreadTree>();
  readonly #nodes = new Map<number, Node>();
  /** How many active records each message has: records of one message stand or fall together. */
  readonly #activeOf = new Map<number, number>();
  #changes: BranchChanges = { records: new Set(), groups: new Set() };
  /** The last record and its message: nearly always the next one's parent, and often its message. */
  #lastId: string | null = null;
  #lastKey = 0;
  #lastGroup: string | null = null;
  #lastGroupKey = 0;
  readonly #tracking: boolean;

  /** Without `tracking`, nobody will ask what changed sides. */
  constructor(state: TreeState = [], tracking = true) {
    this.#tracking = tracking;
    for (const [thread, saved] of state) {
      this.#threads.set(thread, this.#thread(saved));
      for (const node of saved.nodes) {
        this.#nodes.set(node.key, node);
        if (node.active && node.group !== null)
          this.#activeOf.set(node.group, (this.#activeOf.get(node.group) ?? 0) + 1);
      }
    }
  }

  save(): TreeState {
    return [...this.#threads].map(([thread, tree]) => [thread, tree.save()]);
  }

  /** False when the record was seen before: a copy of the same line. */
  add(record: RecordNode, ref: LineRef): boolean {
    const key = hashText(record.id);
    if (this.#nodes.has(key)) return false;
    const node: Node = {
      key,
      parent: this.#parentKey(record),
      group: this.#groupKey(record.group),
      ref,
      canBeLeaf: record.canBeLeaf,
      active: false,
      at: 0,
    };
    this.#nodes.set(key, node);
    this.#lastId = record.id;
    this.#lastKey = key;
    let thread = this.#threads.get(record.thread);
    if (thread === undefined) {
      thread = this.#thread();
      this.#threads.set(record.thread, thread);
    }
    thread.add(node);
    return true;
  }

  /** A record that names itself as its parent names none. */
  #parentKey({ id, parent }: RecordNode): number | null {
    if (parent === null || parent === id) return null;
    return parent === this.#lastId ? this.#lastKey : hashText(parent);
  }

  #groupKey(group: string | null): number | null {
    if (group === null) return null;
    if (group !== this.#lastGroup) {
      this.#lastGroup = group;
      this.#lastGroupKey = hashText(group);
    }
    return this.#lastGroupKey;
  }

  /** `held`: the record, or another record of the same message, is on its thread's active branch. */
  standingOf(record: string, group: string | null): 'held' | 'left' | 'unknown' {
    const node = this.#nodes.get(hashText(record));
    if (node === undefined) return 'unknown';
    if (node.active) return 'held';
    return group !== null && (this.#activeOf.get(hashText(group)) ?? 0) > 0 ? 'held' : 'left';
  }

  /** Puts everything in order, and tells what changed sides since the last time. */
  settle(): BranchChanges {
    for (const thread of this.#threads.values()) thread.settle();
    const changes = this.#changes;
    this.#changes = { records: new Set(), groups: new Set() };
    return changes;
  }

  #thread(state?: ThreadState): ThreadTree {
    return new ThreadTree(
      (key) => this.#nodes.get(key),
      (changed) => this.#note(changed),
      state,
    );
  }

  #note(node: Node): void {
    if (this.#tracking) this.#changes.records.add(node.key);
    if (node.group === null) return;
    const count = (this.#activeOf.get(node.group) ?? 0) + (node.active ? 1 : -1);
    this.#activeOf.set(node.group, count);
    if (this.#tracking && count < 2) this.#changes.groups.add(node.group);
  }
}
