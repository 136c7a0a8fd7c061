// Which entries are shown and in which order: threads under the calls that started them, without hidden kinds, filtered,
// and limited to a time span.

import type { Thread } from '../../api/wire/session.ts';
import { type Entries, endOf } from './entries.ts';

export interface RowChoice {
  /** Kinds shown in addition to calls. */
  readonly kinds: ReadonlySet<string>;
  /** Keys of calls that match the filter; null without a filter. */
  readonly matching: ReadonlySet<number> | null;
  /** The time span selected in the overview. */
  readonly span: { readonly from: number; readonly to: number } | null;
  /** Whether a call's nested calls are shown. */
  readonly isExpanded: (index: number) => boolean;
  readonly now: number;
}

export interface Rows {
  /** Indices of entries, in display order. */
  readonly index: Int32Array;
  readonly depth: Uint8Array;
  /** How many entries are nested under the call at an index. */
  readonly nested: ReadonlyMap<number, number>;
}

const MOST_DEPTH = 12;

/** Indices of entries. */
type IndexList = readonly number[] | Int32Array;

/** Entries by the call they are nested under; −1 for the top level. */
export interface Nesting {
  readonly children: ReadonlyMap<number, IndexList>;
}

export function nestingOf(entries: Entries, threads: readonly Thread[]): Nesting {
  const { columns } = entries;
  const starter = new Map<string, number>();
  for (const { id, parentCall } of threads) {
    const at = parentCall === null ? undefined : entries.callAt(parentCall);
    if (at !== undefined && columns.thread[at] !== id) starter.set(id, at);
  }
  const order = entries.order();
  if (starter.size === 0 && !entries.hasParents) return { children: new Map([[-1, order]]) };
  const children = new Map<number, number[]>();
  for (const i of order) {
    const inside = columns.parentCall[i] ?? null;
    const own = inside === null ? undefined : entries.callAt(inside);
    const isOwnChild = own !== undefined && own !== i && columns.thread[own] === columns.thread[i];
    const parent = isOwnChild ? own : (starter.get(columns.thread[i] ?? '') ?? -1);
    const list = children.get(parent);
    if (list === undefined) children.set(parent, [i]);
    else list.push(i);
  }
  rescueCircles(entries, children);
  return { children };
}

/** Threads that start each other have no top-level entry: their first entry is shown at the top, so that none is lost. */
function rescueCircles(entries: Entries, children: Map<number, number[]>): void {
  const reached = new Uint8Array(entries.size);
  let count = 0;
  const reach = (from: number): void => {
    const open = [from];
    for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
      for (const child of children.get(parent) ?? []) {
        if (reached[child] === 1) continue;
        reached[child] = 1;
        count++;
        // Most entries have no children.
        if (children.has(child)) open.push(child);
      }
    }
  };
  reach(-1);
  if (count === entries.size) return;
  const roots = children.get(-1) ?? [];
  children.set(-1, roots);
  for (const i of entries.order()) {
    if (reached[i] === 1) continue;
    roots.push(i);
    reached[i] = 1;
    reach(i);
  }
}

function isShown(entries: Entries, i: number, choice: RowChoice): boolean {
  const { columns } = entries;
  const isCall = (columns.key[i] ?? 0) > 0;
  if (!isCall && (!choice.kinds.has(columns.kind[i] ?? '') || choice.matching !== null)) return false;
  if (isCall && choice.matching !== null && !choice.matching.has(columns.key[i] ?? 0)) return false;
  if (choice.span === null) return true;
  const at = columns.at[i] ?? null;
  const end = endOf(columns, i, choice.now);
  return at !== null && at <= choice.span.to && (end ?? at) >= choice.span.from;
}

/** The rows of a session without nesting. */
function flatRows(entries: Entries, list: IndexList, choice: RowChoice): Rows {
  const index = new Int32Array(list.length);
  let count = 0;
  for (let at = 0; at < list.length; at++) {
    const i = list[at] ?? 0;
    if (isShown(entries, i, choice)) index[count++] = i;
  }
  return { index: index.subarray(0, count), depth: new Uint8Array(count), nested: new Map() };
}

/** With a filter, all matches at any depth; without one, what is expanded. */
export function rowsOf(entries: Entries, { children }: Nesting, choice: RowChoice): Rows {
  const top = children.get(-1) ?? [];
  if (children.size <= 1) return flatRows(entries, top, choice);
  const index: number[] = [];
  const depth: number[] = [];
  const nested = new Map<number, number>();
  const seen = new Uint8Array(entries.size);
  const flat = choice.matching !== null;
  // A stack, not recursion: hostile logs may nest endlessly, and in circles.
  const stack: { readonly list: IndexList; at: number; readonly depth: number }[] = [{ list: top, at: 0, depth: 0 }];
  for (let open = stack.at(-1); open !== undefined; open = stack.at(-1)) {
    const i = open.list[open.at++];
    if (i === undefined) {
      stack.pop();
      continue;
    }
    if (seen[i] === 1) continue;
    seen[i] = 1;
    const inner = children.get(i);
    if (inner !== undefined) nested.set(i, inner.length);
    if (isShown(entries, i, choice)) {
      index.push(i);
      depth.push(Math.min(MOST_DEPTH, open.depth));
    }
    if (inner !== undefined && (flat || choice.isExpanded(i)))
      stack.push({ list: inner, at: 0, depth: open.depth + 1 });
  }
  return { index: Int32Array.from(index), depth: Uint8Array.from(depth), nested };
}
