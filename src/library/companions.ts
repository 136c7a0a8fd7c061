// The list of companions, which are kept next to the index. The index writer runs all of them after each commit.

import { ArchiveScrub } from '../archive/check-archive.ts';
import { knownLogs } from '../archive/known-logs.ts';
import { lookIntoArchive, openArchive } from '../archive/open-archive.ts';
import { SharedBlocks } from '../archive/shared-blocks.ts';
import type { AppError } from '../base/app-error.ts';
import { TextIndexWriter } from '../search/text-index-writer.ts';
import type { Companion } from '../store/companion.ts';
import type { WriteStore } from '../store/open-store.ts';
import { blocksPlace } from '../store/store-address.ts';
import { maskedLogs } from './masked-log.ts';

export interface CompanionSite {
  /** The data folder. */
  readonly folder: string;
  /** The index, open for writing. */
  readonly store: WriteStore;
  /** False: no copies of logs are kept. */
  readonly archive?: boolean;
  /** Errors found between two runs. */
  readonly onTrouble?: (error: AppError) => void;
}

/** The logs themselves, for a store that several machines share. `packed`: those that this process has archived, see ArchiverOptions. */
export function openSharedBlocks(
  folder: string,
  { blocks, questions, local, logMask }: WriteStore,
  packed: ReadonlySet<string> = new Set(),
): readonly SharedBlocks[] {
  if (blocks === undefined || blocksPlace() === 'none') return [];
  const copies = lookIntoArchive(folder);
  return [
    new SharedBlocks({ blocks, questions }, knownLogs(local, copies), {
      mask: logMask,
      archived: copies === undefined ? undefined : { copies, packed },
      onClose: () => copies?.close(),
    }),
  ];
}

export function openCompanions({ folder, store, archive = true, onTrouble }: CompanionSite): readonly Companion[] {
  // Opened first: it creates the file that the others look into.
  const packed = new Set<string>();
  const archiver = archive ? openArchive({ folder, store, packed }) : undefined;
  const copies = lookIntoArchive(folder);
  const texts = new TextIndexWriter(store, maskedLogs(knownLogs(store.local, copies), store.mask), {
    onClose: () => copies?.close(),
  });
  const shared = openSharedBlocks(folder, store, packed);
  if (archiver === undefined) return [texts, ...shared];
  return [texts, archiver, ...shared, new ArchiveScrub(folder, (error) => onTrouble?.(error))];
}
