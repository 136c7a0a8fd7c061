// What Gemini CLI and Qwen Code show of a changed file: the diff, and whether the file is new.

import type { FileDiff } from './hunks.ts';
import * as shape from './shape.ts';
import { MISFIT } from './shape.ts';
import { looseFlag, looseText, text } from './shapes.ts';
import { diffOfUnified } from './unified-diff.ts';

export interface ShownFile {
  readonly diff: FileDiff;
  readonly isNew: boolean;
}

/** Diffs that are too long are not in the log; a note replaces them. */
export const shownFile = shape
  .object({
    fileDiff: text,
    fileName: text,
    filePath: looseText,
    originalContent: shape.union([text, shape.literal(null)]).optional(),
    isNewFile: looseFlag,
    fileDiffTruncated: looseFlag,
  })
  .transform((raw): ShownFile | typeof MISFIT => {
    if (raw.fileDiffTruncated === true) return MISFIT;
    const isNew = raw.isNewFile ?? raw.originalContent === null;
    // A file that is empty before and after has a header and nothing below it.
    const hunks = raw.fileDiff.includes('\n@@ ') ? raw.fileDiff : '';
    const diff = diffOfUnified(raw.filePath ?? raw.fileName, hunks, { change: isNew ? 'added' : 'modified' });
    return { diff, isNew };
  });
