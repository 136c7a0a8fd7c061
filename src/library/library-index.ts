// The index of a data folder in this process: writable, or read-only while another process writes.

import { setTimeout as sleep } from 'node:timers/promises';
import { GoneLogs } from '../archive/gone-logs.ts';
import { knownLogs } from '../archive/known-logs.ts';
import { lookIntoArchive } from '../archive/open-archive.ts';
import { AppError } from '../base/app-error.ts';
import type { LogOpener } from '../sources/files/open-log.ts';
import {
  lockStore,
  openStoreToRead,
  openStoreToWrite,
  type ReadStore,
  type WriteStore,
  wantsMask,
  wantsMaskedLogs,
} from '../store/open-store.ts';
import type { Questions } from '../store/questions.ts';
import { Indexer, type IndexerOptions } from './indexer.ts';
import { openStoreMask } from './mask-for-store.ts';
import { readingRules } from './reading-rules.ts';

/** How long a read-only process waits for the writer to create the file. */
const PATIENCE_MS = 5000;
const LOOK_AGAIN_MS = 50;

export interface LibraryIndex {
  readonly questions: Questions;
  readonly store: ReadStore;
  /** Undefined, like the indexer, when another process writes. */
  readonly writing: WriteStore | undefined;
  readonly indexer: Indexer | undefined;
  /** Where a damaged index was moved to, if there was one. */
  readonly setAside: string | null;
  /** Opens a log as the index knows it: from the archive when the original is gone or was replaced. */
  readonly open: LogOpener;
  close(): Promise<void>;
}

export interface OpenLibraryOptions extends IndexerOptions {
  /** Delete what is there, and start again. */
  readonly rebuild?: boolean;
  /** Set aside what is there, because it is damaged, and start again. */
  readonly isDamaged?: boolean;
  /** The rules by which logs are read, if not the program's own. */
  readonly rules?: string;
  /** Fail when another process writes, instead of opening read-only. */
  readonly mustWrite?: boolean;
}

/** Opens an index that another process owns; throws `busy` when that process does not create it in time. */
export async function openBeside(folder: string, busy: AppError): Promise<ReadStore> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(LOOK_AGAIN_MS)) {
    try {
      return await openStoreToRead(folder);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'store-unusable') throw error;
      if (Date.now() > deadline) throw busy;
    }
  }
}

export async function openLibraryIndex(folder: string, options: OpenLibraryOptions = {}): Promise<LibraryIndex> {
  const lock = await lockStore(folder);
  if (lock instanceof AppError) {
    if (options.mustWrite === true) throw lock;
    const store = await openBeside(folder, lock);
    const archive = lookIntoArchive(folder);
    return {
      questions: store.questions,
      store,
      writing: undefined,
      indexer: undefined,
      setAside: null,
      open: knownLogs(store.local, archive),
      async close() {
        archive?.close();
        await store.close();
      },
    };
  }
  try {
    const { rebuild, isDamaged, rules = readingRules() } = options;
    const secrets = (await wantsMaskedLogs()) ? await openStoreMask() : undefined;
    const mask = (await wantsMask()) ? secrets : undefined;
    const store = await openStoreToWrite(folder, { rebuild, isDamaged, rules, mask, logMask: secrets });
    const archive = lookIntoArchive(folder);
    const indexer = new Indexer(
      store.index,
      archive === undefined ? options : { ...options, archive: new GoneLogs(archive, store.local) },
    );
    return {
      questions: store.questions,
      store,
      writing: store,
      indexer,
      setAside: store.setAside,
      open: knownLogs(store.local, archive),
      async close() {
        try {
          await indexer.close();
        } finally {
          archive?.close();
          await store.close();
          await lock.release();
        }
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
