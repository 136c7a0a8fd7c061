// What the server needs of a library: the index to ask, what is being done to it, and the news of its changes.

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
  /** What does not work as it should, as full sentences. */
  readonly trouble: readonly string[];
}

export interface ArchiveSizes {
  /** On the disk, and unpacked. */
  readonly diskBytes: number;
  readonly rawBytes: number;
}

export interface ServedLibrary {
  /** Answered on a connection of its own, so that a question never waits for a writer. */
  readonly questions: Questions;
  /** Where logs are looked for; nothing outside is shown. */
  readonly places: readonly string[];
  readonly isDemo: boolean;
  /** Opens logs that the index knows: the original, or what was kept of it. */
  readonly openLog: LogOpener;
  /** What the person says about sessions. */
  marks(): SessionMarks;
  /** Null when nothing is kept. */
  archiveSizes(): ArchiveSizes | null;
  state(): LibraryState;
}

/** One that tells of its changes. */
export interface WatchedLibrary extends ServedLibrary {
  /** The number of the newest change that was told. */
  lastSeq(): number;
  /** Called after changes were committed, and when the state changes. Returns what ends it. */
  onChange(listener: () => void): () => void;
  /** Waits until a session can be asked about that the log of is known and has yet to be read. */
  want?(key: SessionKey): Promise<void>;
  /** Told of a file that a question found damaged, by anyone who can do something about it. */
  foundDamage?(path: string): void;
}
