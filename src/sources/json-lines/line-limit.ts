// How long a line of a log may be. A longer one is a problem of that line and is skipped, so that no log decides how much memory
// reading it takes. Threads started later have the same limit.

import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { AppError } from '../../base/app-error.ts';

const KEY = 'toolscope:max-line';

/** The longest line seen in real logs has a megabyte; users report twelve. */
export const DEFAULT_LINE_LIMIT: number = 32 * 1024 * 1024;
/** Longer texts do not fit into a string. */
const MOST = 512 * 1024 * 1024 - 1;

/** In bytes, without the line end. */
export function lineLimit(): number {
  const set = getEnvironmentData(KEY);
  return typeof set === 'number' ? set : DEFAULT_LINE_LIMIT;
}

export function setLineLimit(bytes: number): void {
  if (!Number.isSafeInteger(bytes) || bytes < 1 || bytes > MOST) {
    throw new AppError('bad-usage', 'A line can have between 1 byte and 511 MB.');
  }
  setEnvironmentData(KEY, bytes);
}
