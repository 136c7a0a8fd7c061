// What the server needs of a library: the index to ask, what is being done to it, and the news of its changes.

import type { LogOpener } from '../sources/files/open-log.ts';
import type { Database } from '../sqlite/database.ts';
import type { SessionKey } from '../store/index/session-batch.ts';
import type { ChangeFeed } from '../store/index-store.ts';

export interface Progress {
  readonly files: number;
  readonly ofFiles: number;
  readonly bytes: number;
  readonly ofBytes: number;
}

export interface LibraryState {
  readonly phase: 'indexing' | 'following' | 'reading-only';
  /** While indexing, as far as it is known. */
  readonly progress: Progress | null;
  /** What does not work as it should, as full sentences. */
  readonly trouble: readonly string[];
}

export interface ArchiveSizes {
  /** On the disk, and unpacked. */
  readonly diskBytes: number;
  readonly rawBytes: number;
}

export interface ServedLibrary {
  /** For questions only; a connection of its own, so that a question never waits for a writer. */
  readonly database: Database;
  /** Where logs are looked for; nothing outside is shown. */
  readonly places: readonly string[];
  readonly isDemo: boolean;
  /** Opens logs that the index knows: the original, or what was kept of it. */
  readonly openLog: LogOpener;
  /** Null when nothing is kept. */
  archiveSizes(): ArchiveSizes | null;
  state(): LibraryState;
  changesSince(seq: number, limit?: number): ChangeFeed;
  /** The number of the newest change. */
  lastSeq(): number;
  /** Called after changes were committed, and when the state changes. Returns what ends it. */
  onChange(listener: () => void): () => void;
  /** Waits until a session can be asked about that the log of is known and has yet to be read. */
  want?(key: SessionKey): Promise<void>;
  /** Told of a file that a question found damaged, by anyone who can do something about it. */
  foundDamage?(path: string): void;
}
