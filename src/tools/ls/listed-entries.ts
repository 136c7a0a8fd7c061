// A folder as a plain list of names: a tree with one level, without the folder itself.

import type { LsEntry, LsTree } from './ls.ts';

function entryOf(name: string): LsEntry {
  const isFolder = /.[/\\]$/.test(name);
  return { name: isFolder ? name.slice(0, -1) : name, depth: 1, isFolder };
}

/** `remarks`: that the list is not complete. */
export function listedEntries(names: readonly string[], remarks: readonly string[]): LsTree {
  return { kind: 'tree', root: null, entries: names.map(entryOf), truncated: remarks.length > 0, remarks };
}
