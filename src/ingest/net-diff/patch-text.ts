// Owns the changes of a session as one patch, as git writes and reads it.

import { DOUBTS, NOTES } from './net-words.ts';
import type { ChangedFile } from './session-changes.ts';

function remarks(file: ChangedFile, nameOf: (call: number) => string): string[] {
  const lines = file.notes.map(({ code, call }) => `# ${file.path}: ${NOTES[code]} (${nameOf(call)})`);
  if (file.doubt === null) return lines;
  return [...lines, `# ${file.path}: cannot be rebuilt: ${DOUBTS[file.doubt.code]} (${nameOf(file.doubt.call)})`];
}

function side(letter: 'a' | 'b', path: string): string {
  return path.startsWith('/') ? `${letter}${path}` : `${letter}/${path}`;
}

function patchOf({ path: first, movedTo, change, hunks }: ChangedFile): string[] {
  const to = movedTo ?? first;
  // A new file was never anywhere else as far as the outside is concerned.
  const path = change === 'added' ? to : first;
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

/** `nameOf`: how a call is named in remarks. */
export function patchText(files: readonly ChangedFile[], nameOf: (call: number) => string): string {
  const lines = files.flatMap((file) => remarks(file, nameOf));
  for (const file of files) {
    if (file.doubt === null && (file.hunks.length > 0 || file.movedTo !== undefined)) lines.push(...patchOf(file));
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
