// Paths as a tree of folders and files: chains of single folders in one row, common prefixes shown once.

interface PathLeaf<Item> {
  readonly path: string;
  readonly item: Item;
}

export interface PathNode<Item> {
  /** The full path: unique in the tree. */
  readonly path: string;
  /** Its last part; for a chain of single folders, the whole chain. */
  readonly name: string;
  /** Null for a folder. */
  readonly leaf: PathLeaf<Item> | null;
  readonly children: readonly PathNode<Item>[];
  /** Files below it. */
  readonly files: number;
}

interface Folder<Item> {
  readonly folders: Map<string, Folder<Item>>;
  readonly leaves: { readonly name: string; readonly leaf: PathLeaf<Item> }[];
}

function emptyFolder<Item>(): Folder<Item> {
  return { folders: new Map(), leaves: [] };
}

function place<Item>(root: Folder<Item>, leaf: PathLeaf<Item>): void {
  const parts = leaf.path.split('/');
  const name = parts.pop() ?? '';
  let here = root;
  for (const part of parts) {
    let next = here.folders.get(part);
    if (next === undefined) {
      next = emptyFolder();
      here.folders.set(part, next);
    }
    here = next;
  }
  here.leaves.push({ name: name === '' ? leaf.path : name, leaf });
}

/** Null is the root, which has no name; an empty name begins an absolute path. */
function joined(path: string | null, part: string): string {
  return path === null ? part : `${path}/${part}`;
}

function toNode<Item>(folder: Folder<Item>, name: string, path: string): PathNode<Item> {
  const only = folder.leaves.length === 0 && folder.folders.size === 1 ? [...folder.folders][0] : undefined;
  if (only !== undefined) return toNode(only[1], `${name}/${only[0]}`, `${path}/${only[0]}`);
  const children = nodesOf(folder, path);
  return { path, name, leaf: null, children, files: children.reduce((sum, child) => sum + child.files, 0) };
}

function nodesOf<Item>(folder: Folder<Item>, path: string | null): PathNode<Item>[] {
  const folders = [...folder.folders].map(([part, inner]) => toNode(inner, part, joined(path, part)));
  const leaves = folder.leaves.map(
    ({ name, leaf }): PathNode<Item> => ({ path: leaf.path, name, leaf, children: [], files: 1 }),
  );
  return [...folders, ...leaves];
}

/** Folders first, both in the order in which they were found. */
export function pathNodes<Item>(leaves: readonly PathLeaf<Item>[]): readonly PathNode<Item>[] {
  const root = emptyFolder<Item>();
  for (const leaf of leaves) place(root, leaf);
  return nodesOf(root, null);
}
