// Owns the tree of records: which of them the conversation still stands on. Compact, and guarded against cycles.

import { hashText } from '../base/hash.ts';
import type { RecordNode, ThreadId } from '../model/observation.ts';
import { compareRefs, type LineRef } from '../model/source.ts';

interface Node {
  readonly key: number;
  readonly parent: number | null;
  readonly group: number | null;
  readonly ref: LineRef;
  readonly canBeLeaf: boolean;
}

/** Records by hashed id: 64 bytes a record instead of three strings. */
export class RecordTree {
  readonly #threads = new Map<ThreadId, Node[]>();
  readonly #known = new Set<number>();

  /** False when the record was seen before: a copy of the same line. */
  add(node: RecordNode, ref: LineRef): boolean {
    const key = hashText(node.id);
    if (this.#known.has(key)) return false;
    this.#known.add(key);
    const nodes = this.#threads.get(node.thread) ?? [];
    this.#threads.set(node.thread, nodes);
    nodes.push({
      key,
      parent: node.parent === null ? null : hashText(node.parent),
      group: node.group === null ? null : hashText(node.group),
      ref,
      canBeLeaf: node.canBeLeaf,
    });
    return true;
  }

  /**
   * The records the last leaf stands on, per thread. A record whose parent is not in the log, or that has none, is taken
   * to follow the record before it: a gap in the log must not make half of it look abandoned.
   */
  activeBranch(): Branch {
    const active = new Set<number>();
    const groups = new Set<number>();
    const roots = new Set<number>();
    for (const unsorted of this.#threads.values()) walkThread(unsorted, active, groups, roots);
    return {
      holds(record, group) {
        if (record === null) return true;
        const key = hashText(record);
        if (active.has(key)) return true;
        return group !== null && groups.has(hashText(group));
      },
      knows: (record) => this.#known.has(hashText(record)),
    };
  }
}

export interface Branch {
  /** Whether the record, or another record of the same message, is on the active branch. */
  holds(record: string | null, group: string | null): boolean;
  knows(record: string): boolean;
}

function walkThread(unsorted: readonly Node[], active: Set<number>, groups: Set<number>, visited: Set<number>): void {
  const nodes = unsorted.toSorted((a, b) => compareRefs(a.ref, b.ref));
  const place = new Map<number, number>();
  for (const [i, node] of nodes.entries()) place.set(node.key, i);
  let at = nodes.findLastIndex((node) => node.canBeLeaf);
  while (at >= 0) {
    const node = nodes[at];
    if (node === undefined || visited.has(node.key)) {
      at = -1;
      continue;
    }
    visited.add(node.key);
    active.add(node.key);
    if (node.group !== null) groups.add(node.group);
    const parentAt = node.parent === null ? undefined : place.get(node.parent);
    at = parentAt ?? at - 1;
  }
}
