// A library that is followed while it is served.

import { resolve } from 'node:path';
import { knownLogs } from '../archive/known-logs.ts';
import { lookIntoArchive } from '../archive/open-archive.ts';
import type { ArchiveStore } from '../archive/store/archive-store.ts';
import type { FollowerState } from '../library/index-status.ts';
import { type LibraryFollower, openFollower } from '../library/index-watcher.ts';
import { rapPath } from '../rap/store/rap-store.ts';
import { bundlesFolder } from '../sources/bundles/bundles-folder.ts';
import type { LogOpener } from '../sources/files/open-log.ts';
import type { ReadStore } from '../store/open-store.ts';
import type { Questions } from '../store/questions.ts';
import type { SessionKey } from '../store/session-batch.ts';
import { MarksReader, type SessionMarks } from '../user/session-marks.ts';
import type { ArchiveSizes, LibraryState, WatchedLibrary } from './served-library.ts';

interface FollowedLibraryOptions {
  /** Where the index is kept. */
  readonly folder: string;
  readonly places: readonly string[];
  /** Followed as well, but not queried: hook reports, of which only those of sessions in the places count. */
  readonly beside?: readonly string[];
  /** Queried as well, but not followed: what other machines have read into a shared store. */
  readonly alsoAsked?: readonly string[];
  readonly isDemo?: boolean;
  /** False: no copies of logs are kept. */
  readonly archive?: boolean;
  /** Called with the path a damaged index was moved to; a new one is being built. */
  readonly onSetAside?: (path: string) => void;
}

/** Includes the threads of a RAP runtime in this process and uploaded bundles, even before the first one exists. */
function placesOf({ folder, places }: FollowedLibraryOptions): string[] {
  return [...new Set([...places, rapPath(resolve(folder)), bundlesFolder(resolve(folder))])];
}

function troubleOf({ phase, trouble, setAside, roots }: FollowerState): string[] {
  const said: string[] = [];
  if (trouble !== null) said.push(trouble.hint === null ? trouble.message : `${trouble.message} ${trouble.hint}`);
  if (setAside !== null) {
    const done = phase === 'indexing' ? 'is being rebuilt' : 'was rebuilt';
    said.push(`The index was damaged and ${done}; the old file is ${setAside}.`);
  }
  for (const { root, state, reason, unreadable } of roots) {
    if (unreadable.includes(root)) said.push(`${root} cannot be read. Check its read permissions.`);
    if (state === 'stalled' && reason !== null) said.push(`${root} is left out until it can be read. ${reason}`);
    if (state === 'polled' && reason !== null) said.push(`${root} is only checked from time to time. ${reason}`);
  }
  return said;
}

/** Within this time the newest sessions have rows, unless a disk is slow. */
const FIRST_ROWS_MS = 500;

export class FollowedLibrary implements WatchedLibrary {
  readonly places: readonly string[];
  readonly isDemo: boolean;
  readonly #follower: LibraryFollower;
  readonly #folder: string;
  readonly #marks: MarksReader;
  #archive: ArchiveStore | undefined;
  readonly #listeners: Set<() => void>;
  #firstRows: Promise<void> | undefined;

  private constructor(follower: LibraryFollower, options: FollowedLibraryOptions, listeners: Set<() => void>) {
    this.#follower = follower;
    this.#folder = options.folder;
    this.#marks = new MarksReader(options.folder);
    this.#listeners = listeners;
    this.places = [...placesOf(options), ...(options.alsoAsked ?? [])];
    this.isDemo = options.isDemo === true;
    follower.onChange(() => this.#tell());
  }

  static async open(options: FollowedLibraryOptions): Promise<FollowedLibrary> {
    const { folder, beside = [], archive = true, onSetAside } = options;
    const places = [...new Set([...placesOf(options), ...beside])];
    const listeners = new Set<() => void>();
    const onProgress = (): void => {
      for (const listener of listeners) listener();
    };
    const told = { onProgress, ...(onSetAside === undefined ? {} : { onSetAside }) };
    return new FollowedLibrary(await openFollower({ folder, places, archive, ...told }), options, listeners);
  }

  /** Resolves when the first scan is done. */
  get ready(): Promise<unknown> {
    return this.#follower.ready;
  }

  get store(): ReadStore {
    return this.#follower.store;
  }

  get questions(): Questions {
    return this.#follower.questions;
  }

  get openLog(): LogOpener {
    return knownLogs(this.store.local, this.#lookIntoArchive());
  }

  marks(): SessionMarks {
    return this.#marks.marks();
  }

  archiveSizes(): ArchiveSizes | null {
    return this.#lookIntoArchive()?.totals() ?? null;
  }

  state(): LibraryState {
    const state = this.#follower.state();
    const { phase, files, filesTotal: ofFiles, bytes, bytesTotal: ofBytes } = state;
    return {
      phase,
      progress: phase === 'indexing' ? { files, ofFiles, bytes, ofBytes } : null,
      trouble: troubleOf(state),
    };
  }

  lastSeq(): number {
    return this.#follower.state().seq;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  async want(key: SessionKey): Promise<void> {
    if (this.#follower.state().phase !== 'indexing') return;
    const known = await this.questions.sessions.get(key);
    if (known === undefined || known.isUnread) await this.#follower.want(key);
  }

  firstRows(): Promise<void> {
    this.#firstRows ??= this.#untilFirstRows();
    return this.#firstRows;
  }

  foundDamage(path: string): void {
    this.#follower.foundDamage(path);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#archive?.close();
    this.#marks.close();
    await this.#follower.close();
  }

  #untilFirstRows(): Promise<void> {
    const isEmpty = (): boolean => this.state().phase === 'indexing' && this.lastSeq() === 0;
    if (!isEmpty()) return Promise.resolve();
    return new Promise((done) => {
      const finish = (): void => {
        clearTimeout(timer);
        stop();
        done();
      };
      const stop = this.onChange(() => {
        if (!isEmpty()) finish();
      });
      const timer = setTimeout(finish, FIRST_ROWS_MS);
    });
  }

  /** The archive may be created after the library was opened. */
  #lookIntoArchive(): ArchiveStore | undefined {
    this.#archive ??= lookIntoArchive(this.#folder);
    return this.#archive;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
