// Owns noticing that the RAP runtime has written something, whichever process it runs in.

import { type FSWatcher, watch } from 'node:fs';
import { basename } from 'node:path';
import { rapPath } from '../../rap/store/rap-store.ts';

/** Commits come in bursts; one look serves all of them. */
const REST_MS = 50;

/**
 * Calls `onNews` soon after the runtime has committed. Where folders cannot be watched nothing is called: whoever keeps the
 * index looks from time to time, too. Returns how to stop.
 */
export function watchRap(folder: string, onNews: () => void): () => void {
  const name = basename(rapPath(folder));
  let timer: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined;
  const hear = (changed: string | null): void => {
    if (changed !== null && !changed.startsWith(name)) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      onNews();
    }, REST_MS).unref();
  };
  try {
    watcher = watch(folder, { persistent: false }, (_, changed) => hear(changed));
    watcher.on('error', () => watcher?.close());
  } catch {
    // No such folder yet, or no more watches on this machine.
  }
  return () => {
    clearTimeout(timer);
    watcher?.close();
  };
}
