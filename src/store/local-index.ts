// What is asked of an index that lies on the same machine as the logs: how far each file was read and how to recognise it.
// Synchronous, because files are opened synchronously.

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
  /** Where reading goes on. Hashes of the first bytes, and of the last before that place. */
  readonly offset: number;
  readonly head: string;
  readonly tail: string;
  /** A small file beside a log. */
  readonly isSide: boolean;
  readonly goneAt: number | null;
}

export interface LocalIndex {
  /** Its file, for a database beside it to compare itself with; null when it is no file of this machine. */
  readonly path: string | null;
  /** Every file; those of one session stand together. */
  stamps(): readonly SourceStamp[];
  stampsOf(agent: string, session: string): readonly SourceStamp[];
  stampAt(path: string): SourceStamp | undefined;
}
