// Read-only view of the library for query threads, with its own database connections.

import { knownLogs } from '../archive/known-logs.ts';
import { lookIntoArchive } from '../archive/open-archive.ts';
import type { ArchiveStore } from '../archive/store/archive-store.ts';
import type { LogOpener } from '../sources/files/open-log.ts';
import { openStoreToRead, type ReadStore } from '../store/open-store.ts';
import type { Questions } from '../store/questions.ts';
import { MarksReader, type SessionMarks } from '../user/session-marks.ts';
import type { ArchiveSizes, LibraryState, ServedLibrary } from './served-library.ts';

export interface ThreadLibraryOptions {
  /** Where the index is kept. */
  readonly folder: string;
  readonly places: readonly string[];
  readonly isDemo: boolean;
}

export class ThreadLibrary implements ServedLibrary {
  readonly places: readonly string[];
  readonly isDemo: boolean;
  readonly #folder: string;
  #store: ReadStore;
  #archive: ArchiveStore | undefined;
  readonly #marks: MarksReader;
  readonly #onStep: (() => void) | undefined;

  private constructor({ folder, places, isDemo }: ThreadLibraryOptions, store: ReadStore, onStep?: () => void) {
    this.#folder = folder;
    this.places = places;
    this.isDemo = isDemo;
    this.#onStep = onStep;
    this.#store = store;
    this.#marks = new MarksReader(folder);
  }

  /** `onStep` is called at every step of every question to the index; throwing cancels the question. */
  static async open(options: ThreadLibraryOptions, onStep?: () => void): Promise<ThreadLibrary> {
    return new ThreadLibrary(options, await openStoreToRead(options.folder, onStep), onStep);
  }

  /** Another process may have started a new index in another file. Call between two questions. */
  async refresh(): Promise<void> {
    if (!this.#store.isReplaced()) return;
    await this.#store.close();
    this.#store = await openStoreToRead(this.#folder, this.#onStep);
  }

  get questions(): Questions {
    return this.#store.questions;
  }

  get openLog(): LogOpener {
    return knownLogs(this.#store.local, this.#lookIntoArchive());
  }

  marks(): SessionMarks {
    return this.#marks.marks();
  }

  archiveSizes(): ArchiveSizes | null {
    return this.#lookIntoArchive()?.totals() ?? null;
  }

  state(): LibraryState {
    return { phase: 'reading-only', progress: null, trouble: [] };
  }

  async close(): Promise<void> {
    this.#archive?.close();
    this.#marks.close();
    await this.#store.close();
  }

  #lookIntoArchive(): ArchiveStore | undefined {
    this.#archive ??= lookIntoArchive(this.#folder);
    return this.#archive;
  }
}
