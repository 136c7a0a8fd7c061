// Moves hook reports of a session into the archive when its own logs are deleted: nothing is added any more, and packed they take a
// fraction of the space. An original is deleted only when all of it is copied.

import { rmSync } from 'node:fs';
import { fileFacts } from '../sources/files/file-stamp.ts';
import { hashEnds } from '../sources/kinds/open-source.ts';
import type { IndexStore } from '../store/index-store.ts';
import { type ArchivedIndex, Archiver } from './archiver.ts';
import { fits, type KeptSession, type PurgeWish } from './purge.ts';
import type { ArchiveStore } from './store/archive-store.ts';

export interface ToldFile {
  readonly agent: string;
  readonly session: string;
  readonly path: string;
  readonly bytes: number;
}

/** Hook reports of matching sessions whose logs are deleted. */
export function toldOf(all: readonly KeptSession[], wish: PurgeWish): ToldFile[] {
  const gone = all.filter((session) => session.isGone && fits(session, wish));
  return gone.flatMap(({ agent, session, told }) =>
    told.flatMap((path) => {
      const facts = fileFacts(path);
      return facts === undefined ? [] : [{ agent, session, path, bytes: facts.size }];
    }),
  );
}

function isWhollyCopied(archive: ArchiveStore, path: string): boolean {
  const copy = archive.at(path);
  if (copy === undefined || copy.purgedAt !== null || copy.bytes !== fileFacts(path)?.size) return false;
  const ends = hashEnds(path, copy.bytes);
  return ends?.head === copy.head && ends.tail === copy.tail;
}

export interface PackingSite {
  /** The data folder. */
  readonly folder: string;
  readonly store: ArchivedIndex & { readonly index: IndexStore };
  readonly archive: ArchiveStore;
  readonly now: number;
}

/** Returns those that were moved. What the index has not read to the end stays. */
export async function packTold(files: readonly ToldFile[], site: PackingSite): Promise<ToldFile[]> {
  const { folder, store, archive, now } = site;
  const alsoOwn = new Set(files.map(({ path }) => path));
  await new Archiver(archive, store, { folder, now: () => now, alsoOwn }).catchUp();
  const moved = files.filter(({ path }) => isWhollyCopied(archive, path));
  for (const { path } of moved) rmSync(path);
  await store.index.markGone(
    moved.map(({ path }) => path),
    now,
  );
  return moved;
}
