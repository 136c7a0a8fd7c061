// The archive after a command that has indexed: updates it, and reports its size.

import { checkArchive, type WholeCheck } from '../archive/check-archive.ts';
import { ownPaths } from '../archive/copied.ts';
import { openArchive } from '../archive/open-archive.ts';
import { ArchiveStore, type ArchiveTotals } from '../archive/store/archive-store.ts';
import { uncopiedSessions } from '../archive/store/beside-index.ts';
import { archivePath, openArchiveToRead } from '../archive/store/open-archive.ts';
import { openSharedBlocks } from '../library/companions.ts';
import type { LibraryIndex } from '../library/library-index.ts';
import type { LocalIndex } from '../store/local-index.ts';
import type { WriteStore } from '../store/open-store.ts';
import { ProgressLine } from './progress-line.ts';

/** Copies what the index has read but the archive does not have. `packed` receives the logs that are new in it. */
export async function keepArchive(
  folder: string,
  { store }: Pick<LibraryIndex, 'store'>,
  packed?: Set<string>,
): Promise<void> {
  let progress: ProgressLine | undefined;
  const archive = openArchive({
    folder,
    store,
    packed,
    onPlan: (total) => {
      progress = new ProgressLine(process.stderr, total, 'Archive: ');
    },
    onFile: (bytes) => progress?.file(bytes),
  });
  try {
    await archive.catchUp();
  } finally {
    progress?.done();
    await archive.close();
  }
}

/** Uploads what the index has read to a store that keeps logs itself. */
export async function keepSharedBlocks(folder: string, store: WriteStore, packed: ReadonlySet<string>): Promise<void> {
  for (const companion of openSharedBlocks(folder, store, packed)) {
    try {
      await companion.catchUp();
    } finally {
      await companion.close();
    }
  }
}

export interface ArchiveState extends ArchiveTotals {
  readonly path: string;
}

/** Undefined when there is none. */
export function archiveState(folder: string): ArchiveState | undefined {
  const database = openArchiveToRead(folder);
  if (database === undefined) return undefined;
  const store = new ArchiveStore(database);
  try {
    return { path: archivePath(folder), ...store.totals() };
  } finally {
    store.close();
  }
}

/** Checks every block by its checksum. Undefined when there is no archive. */
export async function verifyArchive(folder: string, mayRestore: boolean): Promise<WholeCheck | undefined> {
  const { files = 0, rawBytes: bytes = 0 } = archiveState(folder) ?? {};
  const progress = new ProgressLine(process.stderr, { files, bytes }, 'Checking the archive: ');
  let done = 0;
  const onBlock = (length: number): void => {
    done += length;
    progress.reach({ files, bytes: done });
  };
  try {
    return await checkArchive(folder, { mayRestore, now: Date.now(), onBlock });
  } finally {
    progress.done();
  }
}

/** A small backlog after every few lines is not worth mentioning. */
const BACKLOG_SESSIONS = 10;

/** Undefined when there is little to copy. */
export function archiveBacklog(folder: string, index: LocalIndex): string | undefined {
  // Finding out takes as long as copying them.
  if (index.path === null) return undefined;
  const archive = openArchiveToRead(folder);
  if (archive === undefined) return undefined;
  try {
    const { length } = uncopiedSessions(archive, index, [ownPaths(folder)]);
    return length < BACKLOG_SESSIONS ? undefined : `Copies of ${length} sessions are being added to the archive.`;
  } finally {
    archive.close();
  }
}
