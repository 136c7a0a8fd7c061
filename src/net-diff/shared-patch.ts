// A session's changes for sharing: without the hunks that contain a secret. Masked ones would write asterisks into files.

import { plural } from '../base/units.ts';
import { quoted } from './patch-name.ts';
import type { ChangedFile } from './session-changes.ts';

export interface SharedChanges {
  readonly files: readonly ChangedFile[];
  /** What was left out, as comments for the top of a patch. */
  readonly remarks: readonly string[];
}

type Hides = (text: string) => boolean;

/** The hunks that may be shared; those after an omitted one are renumbered. */
function sharedHunks({ hunks }: ChangedFile, hides: Hides): ChangedFile['hunks'] {
  let shift = 0;
  return hunks.flatMap((hunk) => {
    const { lines, oldLines, newLines, newStart } = hunk;
    if (!hides(lines.map((line) => line.slice(1)).join('\n'))) {
      return [{ ...hunk, newStart: newStart === null ? null : newStart + shift }];
    }
    shift += oldLines - newLines;
    return [];
  });
}

function below(path: string, project: string | null): string {
  return project !== null && path.startsWith(`${project}/`) ? path.slice(project.length + 1) : path;
}

/** `hides`: whether a text must not leave. */
export function sharedChanges(files: readonly ChangedFile[], project: string | null, hides: Hides): SharedChanges {
  const shared: ChangedFile[] = [];
  const remarks: string[] = [];
  for (const file of files) {
    const name = below(file.movedTo ?? file.path, project);
    if (hides(name) || hides(below(file.path, project))) {
      remarks.push('# a file: not in this patch, for its name holds what is not to be shared');
      continue;
    }
    const hunks = sharedHunks(file, hides);
    const missing = file.hunks.length - hunks.length;
    // Half of a new or deleted file would be a different file.
    const isWhole = file.change === 'added' || file.change === 'deleted' || hunks.length === 0;
    if (missing === 0) shared.push(file);
    else if (!isWhole) shared.push({ ...file, hunks });
    if (missing === 0) continue;
    const what = isWhole ? 'not in this patch' : `without ${plural(missing, 'hunk')} of ${file.hunks.length}`;
    remarks.push(`# ${quoted(name)}: ${what}, for what is not to be shared is in it`);
  }
  return { files: shared, remarks };
}
