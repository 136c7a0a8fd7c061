// Notices that logs changed: the system's watch on every folder, a slow sweep in addition, and polling as a last resort.

import { resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChangeListener, RootStatus } from './file-change.ts';
import { WatchContext, type WatchOptions } from './watch-context.ts';
import { WatchedRoot } from './watched-root.ts';

export interface FolderWatch {
  /**
   * Resolves when everything that exists is known and watched. Files read after this and updated by the listener are complete: no
   * change is missed.
   */
  readonly ready: Promise<void>;
  /** How each root is watched. */
  status(): RootStatus[];
  /** Stops reporting, and resolves when nothing is left open. */
  close(): Promise<void>;
}

/**
 * Watches folders, and files named as roots, with everything below them. Links below a root are not followed; roots
 * that do not exist are waited for.
 */
export function watchFolders(
  roots: readonly string[],
  listener: ChangeListener,
  options: WatchOptions = {},
): FolderWatch {
  const paths = [...new Set(roots.map((root) => resolve(root)))];
  const context = new WatchContext(paths, listener, options);
  const watched = paths.map((path) => new WatchedRoot(path, context));
  const ready = Promise.all(watched.map((root) => root.start())).then(() => {});
  // Callers that do not await it still learn about a failure, from close().
  ready.catch(() => {});
  return {
    ready,
    status: () => watched.map((root) => root.status()),
    close: async () => {
      context.close();
      for (const root of watched) root.close();
      await ready;
      await context.slots.idle();
      // The system releases a watch one turn after it is closed.
      await nextTurn();
      await nextTurn();
    },
  };
}
