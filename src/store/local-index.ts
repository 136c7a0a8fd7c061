// What is asked of an index on the same machine as the logs: how far each file was read and how to recognise it. Synchronous,
// because files are opened synchronously.

import type { BlockShelf } from '../model/log-block.ts';

/** A file as the index knows it. */
export interface SourceStamp {
  readonly agent: string;
  readonly session: string;
  readonly thread: string;
  readonly startedAt: number | null;
  readonly lineage: string | null;
  readonly path: string;
  readonly device: string;
  readonly inode: string;
  readonly size: number;
  readonly modifiedAt: number;
  /** Where reading continues, with hashes of the first bytes and of the last before that place. */
  readonly offset: number;
  readonly head: string;
  readonly tail: string;
  /** A small file next to a log. */
  readonly isSide: boolean;
  readonly goneAt: number | null;
}

/** A log that is kept in the store itself. */
export interface KeptFile {
  readonly pk: number;
  readonly path: string;
  readonly bytes: number;
}

export interface KeptFiles extends BlockShelf {
  /** Whether a path is on another machine: ws-12:/home/dev/log.jsonl. */
  isElsewhere(path: string): boolean;
  /** Undefined when nothing of it is kept, or another log was there. */
  find(path: string): KeptFile | undefined;
  /** An output that an agent wrote next to its log. */
  findOutput(path: string): KeptFile | undefined;
  /** Paths of the outputs of a session. */
  outputsOf(agent: string, session: string): readonly string[];
}

export interface LocalIndex {
  /** Logs in the store itself, if it has any. */
  readonly kept?: KeptFiles | undefined;
  /** Its file, for another database to compare itself with; null when it is not a file of this machine. */
  readonly path: string | null;
  /** Every file, grouped by session. */
  stamps(): readonly SourceStamp[];
  stampsOf(agent: string, session: string): readonly SourceStamp[];
  stampAt(path: string): SourceStamp | undefined;
}
