// How a file is recognised again: its place on the disk, its size and time, and hashes of what was read of it.

/** A file as it was when it was last read. */
export interface FileStamp {
  readonly path: string;
  readonly device: string;
  readonly inode: string;
  readonly size: number;
  readonly modifiedAt: number;
  /** Hashes of the first bytes, and of the last bytes before the place where reading continues. */
  readonly head: string;
  readonly tail: string;
}
