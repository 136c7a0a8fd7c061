// What the server needs of a library: the index to query, its state, and notice of changes.

import type { LogOpener } from '../sources/files/open-log.ts';
import type { Questions } from '../store/questions.ts';
import type { SessionKey } from '../store/session-batch.ts';
import type { SessionMarks } from '../user/session-marks.ts';

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
  /** Problems, as full sentences. */
  readonly trouble: readonly string[];
}

export interface ArchiveSizes {
  /** Compressed on disk, and uncompressed. */
  readonly diskBytes: number;
  readonly rawBytes: number;
}

export interface ServedLibrary {
  /** On a connection of its own, so that a question never waits for a writer. */
  readonly questions: Questions;
  /** Where logs are looked for; nothing outside is shown. */
  readonly places: readonly string[];
  readonly isDemo: boolean;
  /** Opens logs that the index knows: the original, or the archived copy. */
  readonly openLog: LogOpener;
  /** What the user said about sessions. */
  marks(): SessionMarks;
  /** Null when there is no archive. */
  archiveSizes(): ArchiveSizes | null;
  state(): LibraryState;
}

/** A library that reports changes. */
export interface WatchedLibrary extends ServedLibrary {
  /** The number of the newest change reported. */
  lastSeq(): number;
  /** Called after changes were committed, and when the state changes. Returns an unsubscribe function. */
  onChange(listener: () => void): () => void;
  /** Waits until a known but unread session is indexed. */
  want?(key: SessionKey): Promise<void>;
  /** Waits a moment for the first rows of an index that is still empty: a list without any would only be asked for again. */
  firstRows?(): Promise<void>;
  /** Called with a file that a question found damaged, so that it can be repaired. */
  foundDamage?(path: string): void;
}
