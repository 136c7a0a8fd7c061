// The result of one look at the logs: how much was read, and what happened to files and sessions.

import type { Discovered } from '../sources/discover.ts';

export interface IndexReport {
  readonly found: Discovered;
  /** Files read, and their bytes. */
  files: number;
  bytes: number;
  sessions: { added: number; continued: number; rebuilt: number; unchanged: number };
  renamed: number;
  gone: number;
}

/** Nothing read so far. */
export function reportOf(found: Discovered, unchanged = 0): IndexReport {
  const sessions = { added: 0, continued: 0, rebuilt: 0, unchanged };
  return { found, files: 0, bytes: 0, sessions, renamed: 0, gone: 0 };
}
