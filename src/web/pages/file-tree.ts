// Files as a tree: projects, their folders and files, each with sums over what is below it.

import type { TouchedFile } from '../../api/wire/library.ts';

export interface TreeRow {
  /** The full path; empty for files outside all projects. */
  readonly id: string;
  readonly name: string;
  readonly depth: number;
  readonly kind: 'project' | 'folder' | 'file';
  /** Files below it. */
  readonly files: number;
  readonly reads: number;
  readonly edits: number;
  readonly writes: number;
  readonly notMade: number;
  readonly linesAdded: number | null;
  readonly linesRemoved: number | null;
  readonly lastAt: number | null;
}

interface Folder {
  readonly name: string;
  readonly path: string;
  readonly folders: Map<string, Folder>;
  readonly files: TouchedFile[];
}

type Sums = Omit<TreeRow, 'id' | 'name' | 'depth' | 'kind'>;

const NOTHING: Sums = {
  files: 0,
  reads: 0,
  edits: 0,
  writes: 0,
  notMade: 0,
  linesAdded: null,
  linesRemoved: null,
  lastAt: null,
};

function plus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : a + b;
}

function added(a: Sums, b: Sums): Sums {
  return {
    files: a.files + b.files,
    reads: a.reads + b.reads,
    edits: a.edits + b.edits,
    writes: a.writes + b.writes,
    notMade: a.notMade + b.notMade,
    linesAdded: plus(a.linesAdded, b.linesAdded),
    linesRemoved: plus(a.linesRemoved, b.linesRemoved),
    lastAt: a.lastAt === null || b.lastAt === null ? (a.lastAt ?? b.lastAt) : Math.max(a.lastAt, b.lastAt),
  };
}

function sumsOfFile({ reads, edits, writes, notMade, linesAdded, linesRemoved, lastAt }: TouchedFile): Sums {
  return { files: 1, reads, edits, writes, notMade, linesAdded, linesRemoved, lastAt };
}

function newFolder(name: string, path: string): Folder {
  return { name, path, folders: new Map(), files: [] };
}

const SEPARATOR = /[\\/]/;

/** The innermost project that contains the file; empty if none does. Projects are sorted longest first. */
function projectOf(path: string, projects: readonly string[]): string {
  return projects.find((project) => path.startsWith(project) && SEPARATOR.test(path[project.length] ?? '')) ?? '';
}

function placeIn(project: Folder, file: TouchedFile): void {
  const parts = file.path
    .slice(project.path.length)
    .split(SEPARATOR)
    .filter((part) => part !== '');
  let folder = project;
  for (const part of parts.slice(0, -1)) {
    const path = `${folder.path}/${part}`;
    const next = folder.folders.get(part) ?? newFolder(part, path);
    folder.folders.set(part, next);
    folder = next;
  }
  folder.files.push(file);
}

/** Folders that contain only one folder are joined into one line. */
function joined(folder: Folder): { readonly name: string; readonly folder: Folder } {
  let [name, at] = [folder.name, folder];
  for (;;) {
    const [only] = at.folders.values();
    if (only === undefined || at.folders.size > 1 || at.files.length > 0) return { name, folder: at };
    name = `${name}/${only.name}`;
    at = only;
  }
}

function sumOf(folder: Folder): Sums {
  let sums = NOTHING;
  for (const file of folder.files) sums = added(sums, sumsOfFile(file));
  for (const below of folder.folders.values()) sums = added(sums, sumOf(below));
  return sums;
}

function rowsIn(folder: Folder, depth: number, opened: ReadonlySet<string>): TreeRow[] {
  const folders = [...folder.folders.values()]
    .map(joined)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name, folder: below }): TreeRow[] => [
      { id: below.path, name, depth, kind: 'folder', ...sumOf(below) },
      ...(opened.has(below.path) ? rowsIn(below, depth + 1, opened) : []),
    ]);
  const files = folder.files
    .map((file): TreeRow => {
      const name = file.path.split(SEPARATOR).at(-1) ?? file.path;
      return { id: file.path, name, depth, kind: 'file', ...sumsOfFile(file) };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return [...folders, ...files];
}

/** Projects, most recently touched first; an expanded one is followed by its content. */
export function fileTree(
  files: readonly TouchedFile[],
  projects: readonly string[],
  opened: readonly string[],
): readonly TreeRow[] {
  const known = [...new Set(projects)].filter((project) => project.length > 1).sort((a, b) => b.length - a.length);
  const roots = new Map<string, Folder>();
  for (const file of files) {
    const project = projectOf(file.path, known);
    const root = roots.get(project) ?? newFolder(project, project);
    roots.set(project, root);
    placeIn(root, file);
  }
  const isOpen = new Set(opened);
  return [...roots.values()]
    .map((root) => ({ root, sums: sumOf(root) }))
    .sort((a, b) => (b.sums.lastAt ?? 0) - (a.sums.lastAt ?? 0))
    .flatMap(({ root, sums }): TreeRow[] => [
      { id: root.path, name: root.name, depth: 0, kind: 'project', ...sums },
      ...(isOpen.has(root.path) ? rowsIn(root, 1, isOpen) : []),
    ]);
}
