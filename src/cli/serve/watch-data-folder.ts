// Detects that the data folder was deleted or replaced while the server uses it. Open files would still work, but nothing
// written to them would ever be found.

import { statSync } from 'node:fs';
import { AppError } from '../../base/app-error.ts';
import { indexPath } from '../../store/open-store.ts';
import { sharedStore } from '../../store/store-address.ts';

const LOOK_MS = 1000;

/** Changes when a folder or file is replaced by another one. Undefined when there is none. */
function identity(path: string): string | undefined {
  const facts = statSync(path, { bigint: true, throwIfNoEntry: false });
  return facts === undefined ? undefined : `${facts.dev}:${facts.ino}`;
}

/** The folder, and whether it holds an index; undefined on a disk error, which is reported elsewhere. */
function look(folder: string): { readonly folder: string | undefined; readonly hasIndex: boolean } | undefined {
  try {
    return { folder: identity(folder), hasIndex: sharedStore() !== null || identity(indexPath(folder)) !== undefined };
  } catch {
    return undefined;
  }
}

export interface FolderWatch {
  /** Rejects when the folder was replaced or deleted; never resolves. */
  readonly gone: Promise<never>;
  stop(): void;
}

export function watchDataFolder(folder: string, lookMs = LOOK_MS): FolderWatch {
  const before = look(folder);
  let timer: NodeJS.Timeout | undefined;
  const gone = new Promise<never>((_, reject) => {
    let missing = 0;
    timer = setInterval(() => {
      const now = look(folder);
      if (now === undefined) return;
      // An index that is being replaced is missing for a moment.
      missing = now.hasIndex ? 0 : missing + 1;
      if (now.folder === before?.folder && missing < 2) return;
      clearInterval(timer);
      reject(
        new AppError('store-unusable', `The data folder ${folder} was deleted or replaced while it was in use.`, {
          hint: 'Start Toolscope again: it builds a new index from the logs.',
        }),
      );
    }, lookMs);
    timer.unref();
  });
  return { gone, stop: () => clearInterval(timer) };
}
