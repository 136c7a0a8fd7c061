// Files that were found, where the log has their list and nothing else.

import type { GlobFiles } from './glob.ts';

export function foundFiles(files: readonly string[], truncated: boolean): GlobFiles {
  return {
    kind: 'files',
    files,
    count: files.length,
    total: null,
    totalIsComplete: true,
    truncated,
    timedOut: false,
    elapsedMs: null,
  };
}
