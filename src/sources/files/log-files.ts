// Owns what those who fill the index need of files: what they are like, and their bytes. On the disk, or elsewhere.

import { type FileFacts, fileFacts } from './file-stamp.ts';
import { type LogOpener, openOnDisk } from './open-log.ts';

export interface LogFiles {
  /** Undefined when there is no such file. */
  facts(path: string): FileFacts | undefined;
  readonly open: LogOpener;
}

export const diskFiles: LogFiles = { facts: fileFacts, open: openOnDisk };
