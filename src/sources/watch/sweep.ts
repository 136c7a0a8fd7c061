// The sweep: a look at folders and at some files of each, to catch what the system did not report. It costs the same however many
// folders there are.

import { setTimeout as delay } from 'node:timers/promises';
import type { Folder } from './folder.ts';
import type { FolderTree } from './folder-tree.ts';

export interface Sweep {
  /** Share of the inactive files that are looked at: all of them once in 1/share sweeps. */
  readonly share: number;
  /** After this many looks, inactive folders wait for the next sweep. */
  readonly maxLooks: number;
  /** How long the system has to report by itself what the sweep found. */
  readonly graceMs: number;
  /** Retry watches that were refused. */
  readonly retriesWatches: boolean;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

interface Suspect {
  readonly folder: Folder;
  readonly eventsBefore: number;
}

interface Swept {
  readonly looks: number;
  readonly changes: number;
}

/** The folder's modification time shows whether names came or went. */
async function sweepNames(tree: FolderTree, folder: Folder): Promise<number> {
  const seen = await tree.lookAt(folder.path, folder.parent === null);
  if (folder.isDropped || seen === 'unknown') return 0;
  if (seen === 'missing' || !tree.isSame(folder, seen)) {
    return folder.parent !== null && (await tree.queue.lookNow(folder.path)) ? 1 : 0;
  }
  return seen.modifiedNs === folder.listedNs ? 0 : tree.list(folder);
}

async function sweepFolder(tree: FolderTree, folder: Folder, share: number): Promise<Swept> {
  const news = await sweepNames(tree, folder);
  // What the system has already reported is being looked at.
  const names = folder.namesToLookAt(Date.now(), share).filter((name) => !tree.queue.isBusy(folder.child(name)));
  return { looks: 1 + names.length, changes: news + (await tree.lookAtNames(folder, names)) };
}

/** The sweeps of one tree. */
export class Sweeper {
  readonly #tree: FolderTree;
  /** Inactive folders that still wait for their turn. */
  #waiting: Folder[] = [];

  constructor(tree: FolderTree) {
    this.#tree = tree;
  }

  /** Sweeps folders; returns how many had changes that the system did not report, even a little later. */
  async sweep(sweep: Sweep): Promise<number> {
    if (sweep.retriesWatches) for (const folder of this.#tree.folders) this.#tree.watch(folder);
    const suspects: Suspect[] = [];
    let looks = 0;
    // One folder after the other: a sweep has time, and others need the disk.
    for (const folder of this.#turns(() => looks >= sweep.maxLooks)) {
      if (folder.isDropped) continue;
      const eventsBefore = folder.events;
      const swept = await sweepFolder(this.#tree, folder, sweep.share);
      looks += swept.looks;
      if (swept.changes > 0) suspects.push({ folder, eventsBefore });
    }
    if (suspects.length === 0 || sweep.graceMs === 0) return suspects.length;
    await delay(sweep.graceMs, undefined, { signal: sweep.signal }).catch(() => {});
    return suspects.filter(({ folder, eventsBefore }) => folder.events === eventsBefore).length;
  }

  /** All active folders; then others, until there are enough. Each gets one turn before any gets the next. */
  *#turns(isEnough: () => boolean): Generator<Folder> {
    const nowMs = Date.now();
    const { folders } = this.#tree;
    yield* folders.filter((folder) => folder.isActive(nowMs));
    if (this.#waiting.length === 0) this.#waiting = folders.filter((folder) => !folder.isActive(nowMs)).reverse();
    while (!isEnough()) {
      const folder = this.#waiting.pop();
      if (folder === undefined) return;
      yield folder;
    }
  }
}
