// The right to be the only writer of a folder: a lock that the operating system frees when the process dies.

import { AppError } from '../base/app-error.ts';
import { type Database, openDatabase } from './database.ts';

export interface OwnerLock {
  release(): void;
}

/**
 * SQLite's lock on a separate file, held for the lifetime of the process. Unlike a file with a process number in it, it cannot be left
 * behind.
 */
export function takeOwnerLock(path: string, what: string): OwnerLock {
  let database: Database | undefined;
  try {
    database = openDatabase({ path, synchronous: 'off', migrations: [], busyTimeoutMs: 0, journal: 'delete' });
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    if (!(error instanceof AppError) || error.code !== 'store-busy') throw error;
    throw new AppError('store-busy', `${what} is already running on this data folder.`, {
      hint: 'Stop the other one, or set TOOLSCOPE_HOME to another folder.',
      cause: error,
    });
  }
  const held = database;
  return {
    release() {
      held.exec('ROLLBACK');
      held.close();
    },
  };
}
