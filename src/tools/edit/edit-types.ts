// Edits, the same for every agent: what was requested, and the result.

import type { GitDiff } from '../git-diff.ts';
import type { FileDiff, Replacement } from '../hunks.ts';
import { LazyProperty } from '../lazy-property.ts';
import type { NumberedLine } from '../numbered-lines.ts';

export interface EditInput {
  /** The files it names, in order. */
  readonly paths: readonly string[];
  /** Empty where the change came as a patch. */
  readonly replacements: readonly Replacement[];
  /** The request, drawable whether or not it was done. */
  readonly proposed: readonly FileDiff[];
  /** The folder that relative paths refer to, if the call names one. */
  readonly cwd?: string | undefined;
}

/** An input whose proposal is made on demand. */
export class LazyEditInput extends LazyProperty<readonly FileDiff[]> implements EditInput {
  readonly paths: readonly string[];
  readonly replacements: readonly Replacement[];
  declare readonly proposed: readonly FileDiff[];
  declare readonly cwd?: string;

  constructor(
    paths: readonly string[],
    replacements: readonly Replacement[],
    draw: () => readonly FileDiff[],
    cwd?: string,
  ) {
    super('proposed', draw);
    this.paths = paths;
    this.replacements = replacements;
    if (cwd !== undefined) this.cwd = cwd;
  }
}

/** The change was made. */
export interface Edited {
  readonly kind: 'edited';
  readonly files: readonly FileDiff[];
  /** The user changed the proposal before accepting it. */
  readonly userModified: boolean;
  readonly replaceAll: boolean;
  /** How many replacements were made at once. */
  readonly edits: number;
  /** Only staged for the user to review, not written yet. */
  readonly staged: boolean;
  /** The file had changed on disk since it was read; the edit was applied anyway. */
  readonly staleRecovered: boolean;
  /** The file before the edit, left in the log. */
  readonly original: { readonly pointer: string; readonly characters: number } | null;
  readonly git?: GitDiff | undefined;
  /** The lines around the change that the agent was shown. */
  readonly snippet: readonly NumberedLine[];
  /** Other output of the tool. */
  readonly output: string;
  readonly elapsedMs: number | null;
}

/** The change was not made, or only in part; `files` is the request. */
export interface NotEdited {
  readonly kind: 'not-edited';
  readonly files: readonly FileDiff[];
  readonly reason: 'failed' | 'declined';
  readonly output: string;
  readonly elapsedMs: number | null;
}

export type EditResult = Edited | NotEdited;

/** A change that was made, if the log has only the diff. */
export function editedFiles(files: readonly FileDiff[], edits = Math.max(1, files.length)): Edited {
  return {
    kind: 'edited',
    files,
    userModified: false,
    replaceAll: false,
    edits,
    staged: false,
    staleRecovered: false,
    original: null,
    snippet: [],
    output: '',
    elapsedMs: null,
  };
}
