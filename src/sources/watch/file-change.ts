// What a watch reports: which file changed and how, and how each root is watched.

/**
 * `new`: did not exist before. `grown`: longer than before. `truncated`: shorter. `replaced`: another file under the same name.
 * `gone`: deleted, moved away, or no longer a plain file. A file that was cut and has grown past its old length between two looks
 * appears as `grown`: readers that continue must remember the end of what they read.
 */
export type ChangeKind = 'new' | 'grown' | 'truncated' | 'replaced' | 'gone';

export interface FileChange {
  readonly path: string;
  readonly kind: ChangeKind;
  /** Bytes; for a deleted file, the last known. */
  readonly size: number;
  /** Device and inode: equal for one file under any name. Numbers of this size do not fit a double. */
  readonly inode: string;
}

export type ChangeListener = (change: FileChange) => void;

/**
 * `watched`: the system sends events. `polled`: it does not, or not reliably, so we look often. `missing`: the root does not exist,
 * and is waited for. `stalled`: its file system does not answer, which is waited for too.
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
