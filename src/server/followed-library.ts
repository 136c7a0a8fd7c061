// Owns a library that is followed while it is served.

import { type LibraryFollower, openFollower } from '../ingest/index/follow-library.ts';
import type { FollowerState } from '../ingest/index/follower-board.ts';
import { rapRoot } from '../ingest/rap/rap-place.ts';
import type { Database } from '../store/database.ts';
import type { ChangeFeed } from '../store/index/index-store.ts';
import type { LibraryState, ServedLibrary } from './served-library.ts';

export interface FollowedLibraryOptions {
  /** Where the index is kept. */
  readonly folder: string;
  readonly places: readonly string[];
  readonly isDemo?: boolean;
}

function troubleOf({ trouble, setAside, roots }: FollowerState): string[] {
  const said: string[] = [];
  if (trouble !== null) said.push(trouble.hint === null ? trouble.message : `${trouble.message} ${trouble.hint}`);
  if (setAside !== null) said.push(`The index was damaged and is built anew; the old file is ${setAside}.`);
  for (const { root, state, reason } of roots) {
    if (state === 'polled' && reason !== null) said.push(`${root} is looked at from time to time only. ${reason}`);
  }
  return said;
}

export class FollowedLibrary implements ServedLibrary {
  readonly places: readonly string[];
  readonly isDemo: boolean;
  readonly #follower: LibraryFollower;
  readonly #listeners: Set<() => void>;

  private constructor(follower: LibraryFollower, options: FollowedLibraryOptions, listeners: Set<() => void>) {
    this.#follower = follower;
    this.#listeners = listeners;
    // Threads of the RAP runtime have no files; their place is in the data folder.
    this.places = [...options.places, rapRoot(options.folder)];
    this.isDemo = options.isDemo === true;
    follower.onChange(() => this.#tell());
  }

  static async open(options: FollowedLibraryOptions): Promise<FollowedLibrary> {
    const { folder, places } = options;
    const listeners = new Set<() => void>();
    const onProgress = (): void => {
      for (const listener of listeners) listener();
    };
    return new FollowedLibrary(await openFollower({ folder, places, onProgress }), options, listeners);
  }

  /** The first look through everything is over. */
  get ready(): Promise<unknown> {
    return this.#follower.ready;
  }

  get database(): Database {
    return this.#follower.database;
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

  changesSince(seq: number, limit?: number): ChangeFeed {
    return this.#follower.changesSince(seq, limit);
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

  async close(): Promise<void> {
    this.#listeners.clear();
    await this.#follower.close();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
