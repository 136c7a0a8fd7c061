// Tests the tree of files: the innermost project, joined folders, sums, and expanded nodes.

import { expect, it } from 'vitest';
import type { TouchedFile } from '../../api/wire/library.ts';
import { fileTree } from './file-tree.ts';

function file(path: string, edits: number, lastAt: number): TouchedFile {
  const counts = { reads: 1, edits, writes: 0, notMade: 0, sessions: 1 };
  return { path, ...counts, linesAdded: edits === 0 ? null : edits, linesRemoved: null, lastAt };
}

const FILES = [
  file('/work/clock/src/web/a.ts', 2, 10),
  file('/work/clock/src/web/b.ts', 0, 20),
  file('/work/clock/readme.md', 1, 5),
  file('/work/clock/tools/x.ts', 1, 90),
  file('/work/clockwork/y.ts', 3, 1),
];
const PROJECTS = ['/work/clock', '/work/clock/tools', '/'];

function told(opened: readonly string[]): (readonly [number, string, string, number])[] {
  return fileTree(FILES, PROJECTS, opened).map(({ depth, kind, name, edits }) => [depth, kind, name, edits] as const);
}

it('puts a file below the innermost project, the one touched last first', () => {
  expect(told([])).toEqual([
    [0, 'project', '/work/clock/tools', 1],
    [0, 'project', '/work/clock', 3],
    [0, 'project', '', 3],
  ]);
  const [, clock] = fileTree(FILES, PROJECTS, []);
  expect(clock).toMatchObject({ files: 3, reads: 3, linesAdded: 3, linesRemoved: null, lastAt: 20 });
});

it('shows what is opened, folders before files, lone folders in one line', () => {
  expect(told(['/work/clock', '/work/clock/src/web']).slice(1)).toEqual([
    [0, 'project', '/work/clock', 3],
    [1, 'folder', 'src/web', 2],
    [2, 'file', 'a.ts', 2],
    [2, 'file', 'b.ts', 0],
    [1, 'file', 'readme.md', 1],
    [0, 'project', '', 3],
  ]);
  expect(told(['']).slice(2)).toEqual([
    [0, 'project', '', 3],
    [1, 'folder', 'work/clockwork', 3],
  ]);
});
