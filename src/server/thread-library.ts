// A library as a thread that only answers questions sees it: connections of its own, and nothing that changes it.

import { statSync } from 'node:fs';
import { knownLogs } from '../archive/known-logs.ts';
import { lookIntoArchive } from '../archive/open-archive.ts';
import type { ArchiveStore } from '../archive/store/archive-store.ts';
import type { LogOpener } from '../sources/files/open-log.ts';
import type { Database } from '../sqlite/database.ts';
import type { ChangeFeed } from '../store/index-store.ts';
import { ChangeLog } from '../store/sqlite/index/change-log.ts';
import { indexPath, openIndexToRead } from '../store/sqlite/open-index.ts';
import type { ArchiveSizes, LibraryState, ServedLibrary } from './served-library.ts';

export interface ThreadLibraryOptions {
  /** Where the index is kept. */
  readonly folder: string;
  readonly places: readonly string[];
  readonly isDemo: boolean;
}

function inodeOf(folder: string): number {
  return statSync(indexPath(folder), { throwIfNoEntry: false })?.ino ?? 0;
}

export class ThreadLibrary implements ServedLibrary {
  readonly places: readonly string[];
  readonly isDemo: boolean;
  readonly #folder: string;
  #database: Database;
  #inode: number;
  #archive: ArchiveStore | undefined;
  readonly #onStep: (() => void) | undefined;

  /** `onStep` is called at every step of every question to the index: what it throws ends the question. */
  constructor({ folder, places, isDemo }: ThreadLibraryOptions, onStep?: () => void) {
    this.#folder = folder;
    this.places = places;
    this.isDemo = isDemo;
    this.#inode = inodeOf(folder);
    this.#onStep = onStep;
    this.#database = this.#open();
  }

  /** Another process may have begun the index again, in a file of its own. To be called between two questions. */
  refresh(): void {
    const inode = inodeOf(this.#folder);
    if (inode === 0 || inode === this.#inode) return;
    this.#database.close();
    this.#database = this.#open();
    this.#inode = inode;
  }

  get database(): Database {
    return this.#database;
  }

  get openLog(): LogOpener {
    return knownLogs(this.#database, this.#lookIntoArchive());
  }

  archiveSizes(): ArchiveSizes | null {
    return this.#lookIntoArchive()?.totals() ?? null;
  }

  state(): LibraryState {
    return { phase: 'reading-only', progress: null, trouble: [] };
  }

  changesSince(seq: number, limit?: number): ChangeFeed {
    return new ChangeLog(this.#database).since(seq, limit);
  }

  lastSeq(): number {
    return new ChangeLog(this.#database).last();
  }

  onChange(): () => void {
    return () => {};
  }

  close(): void {
    this.#archive?.close();
    this.#database.close();
  }

  #open(): Database {
    const database = openIndexToRead(this.#folder);
    database.onStep = this.#onStep;
    return database;
  }

  #lookIntoArchive(): ArchiveStore | undefined {
    this.#archive ??= lookIntoArchive(this.#folder);
    return this.#archive;
  }
}
