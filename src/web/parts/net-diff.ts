// What a session changed in a file in the end, as a diff.

import type { NetFileOnWire } from '../../api/wire/changes.ts';
import type { DiffFile } from '../../ui/diff/diff-rows.ts';

/** `path`: the name it is shown under. */
export function netDiff(file: NetFileOnWire, path = file.path): DiffFile {
  const { change, hunks, linesAdded, linesRemoved } = file;
  const movedTo = file.movedTo === null || file.movedTo === path ? undefined : file.movedTo;
  return { path, movedTo, change, basis: 'hunks', hunks, linesAdded, linesRemoved };
}
