// Translates SQLite's errors into ours: what is busy, full, damaged or out of reach.

import { AppError } from '../base/app-error.ts';
import { CorruptStore } from '../base/corrupt-store.ts';

const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;

/** SQLite and the system report a file size limit or a quota like a failing disk. */
const FAILING_DISK =
  'Check that the folder exists and is writable, and that its disk is neither failing nor at a quota.';

/** A driver omits the code if a query fails after its first row: then SQLite's message is all there is. */
const CODE_OF_WORDS: ReadonlyMap<string, number> = new Map([
  ['database is locked', BUSY],
  ['database table is locked', LOCKED],
  ['attempt to write a readonly database', READONLY],
  ['disk I/O error', IOERR],
  ['database disk image is malformed', CORRUPT],
  ['database or disk is full', FULL],
  ['unable to open database file', CANTOPEN],
  ['file is not a database', NOTADB],
]);

/** SQLite's result code; its low byte is the class. Undefined when it is not an error of SQLite. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'errcode' in error ? error.errcode : undefined;
  if (typeof code === 'number') return code & 0xff;
  return 'code' in error && error.code === 'ERR_SQLITE_ERROR' ? CODE_OF_WORDS.get(error.message) : undefined;
}

function noRoom(path: string, cause: unknown): AppError {
  return new AppError('disk-full', `There is no room left to write to ${path}.`, {
    hint: 'Free some space on that disk.',
    cause,
  });
}

function unusable(path: string, reason: string, hint: string, cause: unknown): AppError {
  return new AppError('store-unusable', `Toolscope cannot use its data in ${path}: ${reason}.`, { hint, cause });
}

/** The system's error code for a file of ours; undefined when it is not a system error. */
function systemCode(error: unknown): string | undefined {
  const isSystem = error instanceof Error && 'syscall' in error && 'code' in error;
  return isSystem && typeof error.code === 'string' ? error.code : undefined;
}

/** The error in the form shown to users. Errors that are not about the store pass unchanged. */
export function storeError(error: unknown, path: string): unknown {
  if (error instanceof AppError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  switch (resultCode(error)) {
    case BUSY:
    case LOCKED:
      return new AppError('store-busy', `Another process is writing to ${path}.`, {
        hint: 'Wait for it to finish, or stop it.',
        cause: error,
      });
    case FULL:
      return noRoom(path, error);
    case CORRUPT:
    case NOTADB:
      return new CorruptStore(path, error);
    case IOERR:
      return unusable(path, reason, FAILING_DISK, error);
    case READONLY:
    case CANTOPEN:
      return unusable(path, reason, 'Check that the folder exists and is writable.', error);
    default: {
      const code = systemCode(error);
      if (code === undefined) return error;
      return code === 'ENOSPC' || code === 'EDQUOT' ? noRoom(path, error) : unusable(path, code, FAILING_DISK, error);
    }
  }
}

/** Runs a file operation on a store's own file, without SQLite. */
export function onStoreFile<Value>(path: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw storeError(error, path);
  }
}
