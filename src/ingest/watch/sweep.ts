// Owns the sweep: a look at every folder and at some files of each, to catch what the system did not tell.

import { setTimeout as delay } from 'node:timers/promises';
import type { Folder } from './folder.ts';
import type { FolderTree } from './folder-tree.ts';

export interface Sweep {
  /** Of files without recent life, how many are looked at: all of them once in 1/share sweeps. */
  readonly share: number;
  /** How long the system has to tell by itself what the sweep found. */
  readonly graceMs: number;
  /** Ask again for watches that were refused. */
  readonly retriesWatches: boolean;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

interface Suspect {
  readonly folder: Folder;
  readonly eventsBefore: number;
}

/** The folder's own modification tells whether names came or went. */
async function sweepNames(tree: FolderTree, folder: Folder): Promise<number> {
  const seen = await tree.lookAt(folder.path, folder.parent === null);
  if (folder.isDropped || seen === 'unknown') return 0;
  if (seen === 'missing' || !tree.isSame(folder, seen)) {
    return folder.parent !== null && (await tree.queue.lookNow(folder.path)) ? 1 : 0;
  }
  return seen.modifiedNs === folder.listedNs ? 0 : tree.list(folder);
}

function sweepFiles(tree: FolderTree, folder: Folder, share: number): Promise<number> {
  // What the system has told already is being looked at.
  const names = folder.namesToLookAt(Date.now(), share).filter((name) => !tree.queue.isBusy(folder.child(name)));
  return tree.lookAtNames(folder, names);
}

async function sweepFolder(tree: FolderTree, folder: Folder, sweep: Sweep): Promise<Suspect | null> {
  if (folder.isDropped) return null;
  const eventsBefore = folder.events;
  if (sweep.retriesWatches) tree.watch(folder);
  const changes = (await sweepNames(tree, folder)) + (await sweepFiles(tree, folder, sweep.share));
  return changes > 0 ? { folder, eventsBefore } : null;
}

/** Sweeps all folders; how many had changes that the system did not tell of, also not a little later. */
export async function sweepTree(tree: FolderTree, sweep: Sweep): Promise<number> {
  const suspects: Suspect[] = [];
  // One folder after the other: a sweep has time, and others need the disk.
  for (const folder of tree.folders) {
    const suspect = await sweepFolder(tree, folder, sweep);
    if (suspect !== null) suspects.push(suspect);
  }
  if (suspects.length === 0 || sweep.graceMs === 0) return suspects.length;
  await delay(sweep.graceMs, undefined, { signal: sweep.signal }).catch(() => {});
  return suspects.filter(({ folder, eventsBefore }) => folder.events === eventsBefore).length;
}
