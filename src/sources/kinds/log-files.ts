// File access for the indexer: stat and read, from disk or from the archive.

import type { FileFacts } from '../files/file-stamp.ts';
import type { LogOpener } from '../files/open-log.ts';
import { logFacts, openLog } from './open-source.ts';

export interface LogFiles {
  /** Undefined when there is no such file. */
  facts(path: string): FileFacts | undefined;
  readonly open: LogOpener;
}

export const diskFiles: LogFiles = { facts: logFacts, open: openLog };
