// The changes of a session as one patch, as git writes and reads it. What could not be applied, or could be applied to a file other
// than the one that is shown, is left out and named.

import { linesWithReturns } from '../tools/hunk-text.ts';
import { NAME_FAULTS, patchName, quoted } from './patch-name.ts';
import { DOUBTS, NOTES } from './remarks.ts';
import type { ChangedFile } from './session-changes.ts';

export interface PatchNames {
  /** The folder from which the patch is to be applied; files outside are left out. Null: the root. */
  readonly project: string | null;
  /** How a call is named in remarks. */
  readonly callName: (call: number) => string;
}

interface FileNames {
  readonly from: string;
  readonly to: string;
}

/** The file's name in the patch, or why it is not included. Undefined for an unchanged file. */
function namesOf(file: ChangedFile, project: string | null): FileNames | string | undefined {
  if (file.doubt !== null) return `cannot be rebuilt: ${DOUBTS[file.doubt.code]}`;
  if (file.change === 'same' && file.movedTo === undefined) return undefined;
  if (file.change === 'deleted' && file.hunks.length === 0) return 'not in this patch, for its lines are not known';
  if (file.hunks.some(({ isBroken }) => isBroken)) return 'not in this patch, for a line of it holds a line end';
  if (file.hunks.some(({ oldStart }) => oldStart === null)) return 'not in this patch, for it could not be applied';
  const [from, to] = [patchName(file.path, project), patchName(file.movedTo ?? file.path, project)];
  // A new file has no earlier name in a patch.
  if ('fault' in to) return `not in this patch, for ${NAME_FAULTS[to.fault]}`;
  if (file.change === 'added') return { from: to.name, to: to.name };
  if ('fault' in from) return `not in this patch, for ${NAME_FAULTS[from.fault]}`;
  return { from: from.name, to: to.name };
}

function patchOf({ change, hunks }: ChangedFile, { from, to }: FileNames): string[] {
  const [before, after] = [quoted(`a/${from}`), quoted(`b/${to}`)];
  const lines = [`diff --git ${before} ${after}`];
  if (from !== to) lines.push(`rename from ${quoted(from)}`, `rename to ${quoted(to)}`);
  if (change === 'added') lines.push('new file mode 100644');
  if (change === 'deleted') lines.push('deleted file mode 100644');
  if (hunks.length === 0) return lines;
  lines.push(change === 'added' ? '--- /dev/null' : `--- ${before}`);
  lines.push(change === 'deleted' ? '+++ /dev/null' : `+++ ${after}`);
  for (const hunk of hunks) {
    const { oldStart, oldLines, newStart, newLines } = hunk;
    lines.push(`@@ -${oldStart ?? 0},${oldLines} +${newStart ?? 0},${newLines} @@`, ...linesWithReturns(hunk));
  }
  return lines;
}

export function patchText(files: readonly ChangedFile[], { project, callName }: PatchNames): string {
  const remarks: string[] = [];
  const patches: string[] = [];
  for (const file of files) {
    const shown = quoted(file.path);
    const by = (call: number): string => `(${quoted(callName(call))})`;
    for (const { code, call } of file.notes) remarks.push(`# ${shown}: ${NOTES[code]} ${by(call)}`);
    const names = namesOf(file, project);
    if (names === undefined) continue;
    if (typeof names !== 'string') patches.push(...patchOf(file, names));
    else remarks.push(`# ${shown}: ${names}${file.doubt === null ? '' : ` ${by(file.doubt.call)}`}`);
  }
  const lines = [...remarks, ...patches];
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
