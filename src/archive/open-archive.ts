// Opens the archive of a data folder: to keep it, next to the index, or read-only.

import { AppError } from '../base/app-error.ts';
import type { Companion } from '../store/companion.ts';
import { type ArchivedIndex, Archiver, type ArchiverOptions } from './archiver.ts';
import { GoneLogs } from './gone-logs.ts';
import { ArchiveStore } from './store/archive-store.ts';
import { openArchiveToRead, openArchiveToWrite } from './store/open-archive.ts';

export interface ArchiveSite extends ArchiverOptions {
  /** The index, of which this process is the only writer. */
  readonly store: ArchivedIndex;
}

/** Reports once that a damaged archive was set aside; everything possible is done by then. */
class NewlyBegun implements Companion {
  readonly name: string;
  readonly isPatient: boolean;
  readonly #archiver: Archiver;
  readonly #setAside: string;
  #isTold = false;

  constructor(archiver: Archiver, setAside: string) {
    this.name = archiver.name;
    this.isPatient = archiver.isPatient;
    this.#archiver = archiver;
    this.#setAside = setAside;
  }

  async catchUp(signal?: AbortSignal): Promise<void> {
    await this.#archiver.catchUp(signal);
    if (this.#isTold) return;
    this.#isTold = true;
    throw new AppError(
      'store-unusable',
      `The archive was damaged and a new one was started; the old one is ${this.#setAside}.`,
      {
        hint: 'Keep it if it holds logs that are gone: the sqlite3 program may recover some. toolscope purge --all deletes it.',
      },
    );
  }

  close(): Promise<void> {
    return this.#archiver.close();
  }
}

/** For the process that owns the index. */
export function openArchive({ store, ...options }: ArchiveSite): Companion {
  const { database: archive, setAside } = openArchiveToWrite(options.folder);
  const archiver = new Archiver(new ArchiveStore(archive), store, options);
  return setAside === null ? archiver : new NewlyBegun(archiver, setAside);
}

/** Read-only. Undefined when none can be read: then only originals are used, and the process that keeps it reports why. */
export function lookIntoArchive(folder: string): ArchiveStore | undefined {
  try {
    const database = openArchiveToRead(folder);
    return database === undefined ? undefined : new ArchiveStore(database);
  } catch (error) {
    if (error instanceof AppError && error.code === 'store-unusable') return undefined;
    throw error;
  }
}

/** For filling the index with deleted logs. Undefined when there is no archive. */
export function goneLogsOf(folder: string): GoneLogs | undefined {
  const store = lookIntoArchive(folder);
  return store === undefined ? undefined : new GoneLogs(store);
}
