// The index of a data folder in this process: the one that writes it, or one that only looks while another writes.

import { setTimeout as sleep } from 'node:timers/promises';
import { GoneLogs } from '../archive/gone-logs.ts';
import { knownLogs } from '../archive/known-logs.ts';
import { lookIntoArchive } from '../archive/open-archive.ts';
import { AppError } from '../base/app-error.ts';
import type { LogOpener } from '../sources/files/open-log.ts';
import type { Database } from '../sqlite/database.ts';
import { type OwnerLock, takeOwnerLock } from '../sqlite/owner-lock.ts';
import { deleteIndex, lockPath, openIndex, openIndexToRead } from '../store/sqlite/open-index.ts';
import { SqliteIndex } from '../store/sqlite/sqlite-index.ts';
import { Indexer, type IndexerOptions } from './indexer.ts';
import { readingRules } from './reading-rules.ts';

/** How long a process that only looks waits for the one that writes to have made the file. */
const PATIENCE_MS = 5000;
const LOOK_AGAIN_MS = 50;

export interface LibraryIndex {
  readonly database: Database;
  /** Undefined when another process writes. */
  readonly indexer: Indexer | undefined;
  /** Where a damaged index was moved to, when there was one. */
  readonly setAside: string | null;
  /** Opens a log as the index knows it: from the archive when the original is gone or another one. */
  readonly open: LogOpener;
  close(): Promise<void>;
}

export interface OpenLibraryOptions extends IndexerOptions {
  /** Throw away what is there, and begin again. */
  readonly rebuild?: boolean;
  /** Set aside what is there, because damage was met in it, and begin again. */
  readonly isDamaged?: boolean;
  /** The rules by which logs are read, where they are not the program's own. */
  readonly rules?: string;
  /** Fail when another process writes, instead of only looking. */
  readonly mustWrite?: boolean;
}

function tryLock(folder: string): OwnerLock | AppError {
  try {
    return takeOwnerLock(lockPath(folder), 'Another Toolscope that keeps the index');
  } catch (error) {
    if (error instanceof AppError && error.code === 'store-busy') return error;
    throw error;
  }
}

/** Whether some process keeps the index. */
export function isOwned(folder: string): boolean {
  const lock = tryLock(folder);
  if (lock instanceof AppError) return true;
  lock.release();
  return false;
}

/** For looking at an index that another process keeps; `busy` is thrown when that one does not come to make it. */
export async function openBeside(folder: string, busy: AppError): Promise<Database> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(LOOK_AGAIN_MS)) {
    try {
      return openIndexToRead(folder);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'store-unusable') throw error;
      if (Date.now() > deadline) throw busy;
    }
  }
}

export async function openLibraryIndex(folder: string, options: OpenLibraryOptions = {}): Promise<LibraryIndex> {
  const lock = tryLock(folder);
  if (lock instanceof AppError) {
    if (options.mustWrite === true) throw lock;
    const database = await openBeside(folder, lock);
    const archive = lookIntoArchive(folder);
    return {
      database,
      indexer: undefined,
      setAside: null,
      open: knownLogs(database, archive),
      async close() {
        archive?.close();
        database.close();
      },
    };
  }
  try {
    if (options.rebuild === true) deleteIndex(folder);
    const { database, setAside } = openIndex(folder, options.isDamaged);
    const store = new SqliteIndex(database, options.rules ?? readingRules());
    const archive = lookIntoArchive(folder);
    const indexer = new Indexer(
      store,
      archive === undefined ? options : { ...options, archive: new GoneLogs(archive, database) },
    );
    return {
      database,
      indexer,
      setAside,
      open: knownLogs(database, archive),
      async close() {
        try {
          await indexer.close();
        } finally {
          archive?.close();
          await store.close();
          lock.release();
        }
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
