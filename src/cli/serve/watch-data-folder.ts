// Notices that the data folder was deleted or replaced while the server uses it. The open files would go on working, but
// nobody would find in them what is written from then on.

import { statSync } from 'node:fs';
import { AppError } from '../../base/app-error.ts';
import { indexPath } from '../../store/index/open-index.ts';

const LOOK_MS = 1000;

/** Of a folder or file: changes when another one is put in its place. Undefined when there is none. */
function identity(path: string): string | undefined {
  const facts = statSync(path, { bigint: true, throwIfNoEntry: false });
  return facts === undefined ? undefined : `${facts.dev}:${facts.ino}`;
}

export interface FolderWatch {
  /** Rejects when the folder is no longer what it was; never resolves. */
  readonly gone: Promise<never>;
  stop(): void;
}

export function watchDataFolder(folder: string, lookMs = LOOK_MS): FolderWatch {
  const before = identity(folder);
  let timer: NodeJS.Timeout | undefined;
  const gone = new Promise<never>((_, reject) => {
    let missing = 0;
    timer = setInterval(() => {
      // An index that is being replaced is missing for a moment.
      missing = identity(indexPath(folder)) === undefined ? missing + 1 : 0;
      if (identity(folder) === before && missing < 2) return;
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
