// Exit statuses: one table by error code.

import { AppError, type AppErrorCode } from '../base/app-error.ts';

/** 0 fine · 1 nothing found, or the answer is no · 2 wrong usage or path · 3 our own data is unusable · 70 a bug. */
const EXIT: Record<AppErrorCode, number> = {
  'path-not-found': 2,
  'path-unreadable': 2,
  'no-logs': 1,
  'not-a-log': 1,
  'bad-usage': 2,
  'not-found': 1,
  ambiguous: 2,
  'bad-filter': 2,
  'bad-config': 2,
  'store-unusable': 3,
  'store-newer': 3,
  'store-busy': 3,
  'disk-full': 3,
  refused: 1,
  internal: 70,
};

export function exitStatus(error: unknown): number {
  return error instanceof AppError ? EXIT[error.code] : 70;
}

export function explain(error: unknown): string {
  if (error instanceof AppError) return error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
  if (error instanceof Error) return `Something went wrong inside Toolscope: ${error.stack ?? error.message}`;
  return `Something went wrong inside Toolscope: ${String(error)}`;
}
