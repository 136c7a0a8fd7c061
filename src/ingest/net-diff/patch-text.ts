// Owns the changes of a session as one patch, as git writes and reads it. What could not be applied stays out, and is named.

import { DOUBTS, NOTES } from './net-words.ts';
import type { ChangedFile } from './session-changes.ts';

export interface PatchNames {
  /** The folder from which the patch is to be applied; files outside keep their whole names. */
  readonly project: string | null;
  /** How a call is named in remarks. */
  readonly callName: (call: number) => string;
}

function isPlaced({ hunks }: ChangedFile): boolean {
  return hunks.every(({ oldStart }) => oldStart !== null);
}

function remarks(file: ChangedFile, { callName }: PatchNames): string[] {
  const lines = file.notes.map(({ code, call }) => `# ${file.path}: ${NOTES[code]} (${callName(call)})`);
  if (file.doubt !== null) {
    lines.push(`# ${file.path}: cannot be rebuilt: ${DOUBTS[file.doubt.code]} (${callName(file.doubt.call)})`);
  } else if (!isPlaced(file)) lines.push(`# ${file.path}: not in this patch, for it could not be applied`);
  return lines;
}

function nameIn(project: string | null, path: string): string {
  const folder = project === null || project.endsWith('/') ? project : `${project}/`;
  return folder !== null && path.startsWith(folder) ? path.slice(folder.length) : path;
}

function side(letter: 'a' | 'b', path: string): string {
  return path.startsWith('/') ? `${letter}${path}` : `${letter}/${path}`;
}

function patchOf({ path: first, movedTo, change, hunks }: ChangedFile, { project }: PatchNames): string[] {
  const to = nameIn(project, movedTo ?? first);
  // A new file was never anywhere else as far as the outside is concerned.
  const path = change === 'added' ? to : nameIn(project, first);
  const lines = [`diff --git ${side('a', path)} ${side('b', to)}`];
  if (path !== to) lines.push(`rename from ${path}`, `rename to ${to}`);
  if (change === 'added') lines.push('new file mode 100644');
  if (change === 'deleted') lines.push('deleted file mode 100644');
  if (hunks.length === 0) return lines;
  lines.push(change === 'added' ? '--- /dev/null' : `--- ${side('a', path)}`);
  lines.push(change === 'deleted' ? '+++ /dev/null' : `+++ ${side('b', to)}`);
  for (const { oldStart, oldLines, newStart, newLines, lines: changed } of hunks) {
    lines.push(`@@ -${oldStart ?? 0},${oldLines} +${newStart ?? 0},${newLines} @@`, ...changed);
  }
  return lines;
}

export function patchText(files: readonly ChangedFile[], names: PatchNames): string {
  const lines = files.flatMap((file) => remarks(file, names));
  for (const file of files) {
    if (file.doubt !== null || !isPlaced(file)) continue;
    if (file.hunks.length > 0 || file.movedTo !== undefined) lines.push(...patchOf(file, names));
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
