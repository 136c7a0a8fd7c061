// The system's own watch on one folder, behind a function that tests and unusual systems can replace.

import { watch } from 'node:fs';

export interface FolderHandle {
  close(): void;
}

/** Watches one folder, not what is below it. Throws when the system refuses. */
export type WatchFunction = (
  folder: string,
  /** `name` is null when the system does not say. */
  onEvent: (type: string, name: string | null) => void,
  onError: (error: unknown) => void,
) => FolderHandle;

export const nativeWatch: WatchFunction = (folder, onEvent, onError) => {
  const watcher = watch(folder, { recursive: false, encoding: 'utf8' });
  watcher.on('change', (type, name) => onEvent(type, typeof name === 'string' ? name : null));
  watcher.on('error', onError);
  return watcher;
};

const REFUSALS: Readonly<Record<string, string>> = {
  ENOSPC:
    'The system allows no more watches: raise fs.inotify.max_user_watches, or close programs that watch many folders.',
  EMFILE: 'The system allows no more watchers: raise fs.inotify.max_user_instances or the limit of open files.',
  ENFILE: 'The system cannot open any more files.',
  EPERM: 'The system does not permit watching this folder.',
  ENOSYS: 'The system cannot watch folders.',
  ENOTSUP: 'The file system cannot be watched.',
  EOPNOTSUPP: 'The file system cannot be watched.',
};

/** Why a watch was refused, as a full sentence. */
export function refusalSentence(code: string): string {
  return REFUSALS[code] ?? `The folder could not be watched (${code}).`;
}
