// Found files, if the log has only their list.

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
