// The git diff of a change, as Claude Code adds it to the results of edits and writes.

import * as shape from './shape.ts';
import { looseNumber, looseText, text } from './shapes.ts';

export interface GitDiff {
  readonly path: string;
  /** `modified` or `added`. */
  readonly status: string;
  readonly additions: number | null;
  readonly deletions: number | null;
  /** Unified diff text. */
  readonly patch: string;
  readonly repository?: string | undefined;
}

export const gitDiff = shape
  .object({
    filename: text,
    status: looseText,
    additions: looseNumber,
    deletions: looseNumber,
    patch: looseText,
    repository: looseText,
  })
  .transform(
    (raw): GitDiff => ({
      path: raw.filename,
      status: raw.status ?? 'modified',
      additions: raw.additions ?? null,
      deletions: raw.deletions ?? null,
      patch: raw.patch ?? '',
      repository: raw.repository,
    }),
  )
  .optional()
  .catch(undefined);
