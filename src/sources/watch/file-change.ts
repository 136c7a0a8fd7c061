// What a watch tells: which file changed and how, and how each root is being watched.

/**
 * `new`: not there before. `grown`: longer than before. `truncated`: shorter. `replaced`: another file under the same
 * name. `gone`: deleted, moved away, or no plain file any more. A file that was cut and has grown past its old length
 * between two looks reads as `grown`: anyone who goes on reading must know the end of what it read.
 */
export type ChangeKind = 'new' | 'grown' | 'truncated' | 'replaced' | 'gone';

export interface FileChange {
  readonly path: string;
  readonly kind: ChangeKind;
  /** Bytes; of a file that is gone, the last known. */
  readonly size: number;
  /** Device and inode: equal for one file under any name. Numbers of this size do not fit a double. */
  readonly inode: string;
}

export type ChangeListener = (change: FileChange) => void;

/**
 * `watched`: the system tells us. `polled`: it does not, or not reliably, so we look often. `missing`: the root does not
 * exist, and is waited for. `stalled`: its file system does not answer, which is waited for too.
 */
export interface RootStatus {
  readonly root: string;
  readonly state: 'watched' | 'polled' | 'missing' | 'stalled';
  /** Why it is polled or stalled, as a full sentence. */
  readonly reason: string | null;
  readonly folders: number;
  readonly files: number;
  /** Folders that could not be read, the first few. */
  readonly unreadable: readonly string[];
}
