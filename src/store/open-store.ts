// Opens the store of a data folder: to ask it, or to fill it. The one place that knows which engine that is.

import { statSync } from 'node:fs';
import { AppError } from '../base/app-error.ts';
import type { IndexStore } from './index-store.ts';
import type { LocalIndex } from './local-index.ts';
import type { SqlAnswer, SqlRequest } from './questions/sql.ts';
import type { Questions } from './questions.ts';
import { SqliteLocalIndex, schemaOf } from './sqlite/local-index.ts';
import {
  deleteIndex,
  indexPath,
  openIndex,
  openIndexBeside,
  openIndexToRead,
  type SharedTurn,
  type StoreLock,
  takeIndexLock,
} from './sqlite/open-index.ts';
import { dataVersion } from './sqlite/queries/data-version.ts';
import { SqliteIndex } from './sqlite/sqlite-index.ts';
import { askInSql, SqliteQuestions } from './sqlite/sqlite-questions.ts';
import { SqliteTexts } from './sqlite/sqlite-texts.ts';
import type { TextStore } from './text-store.ts';

export { type EngineVersion, engineVersion } from './sqlite/engine-version.ts';
export { indexPath, makePrivateFolder, newTurn, type SharedTurn, type StoreLock } from './sqlite/open-index.ts';
export { checkStatement } from './sqlite/queries/sql-statement.ts';
export { SQL_VIEWS } from './sqlite/queries/sql-views.ts';

/** A store to ask. */
export interface ReadStore {
  readonly questions: Questions;
  readonly local: LocalIndex;
  schemaVersion(): number;
  /** Another text after every commit. */
  version(): string;
  /** Whether another process has begun the index again, in a file of its own. */
  isReplaced(): boolean;
  close(): Promise<void>;
}

/** A store to fill, by the one process that may. */
export interface WriteStore extends ReadStore {
  readonly index: IndexStore;
  readonly texts: TextStore;
  /** Where a damaged index was moved to, when there was one. */
  readonly setAside: string | null;
}

type Database = ReturnType<typeof openIndexToRead>;

function inodeOf(folder: string): number {
  return statSync(indexPath(folder), { throwIfNoEntry: false })?.ino ?? 0;
}

function readStore(database: Database, folder: string): ReadStore {
  const inode = inodeOf(folder);
  return {
    questions: new SqliteQuestions(database),
    local: new SqliteLocalIndex(database),
    schemaVersion: () => schemaOf(database),
    version: () => dataVersion(database),
    isReplaced() {
      const now = inodeOf(folder);
      return now !== 0 && now !== inode;
    },
    close: async () => database.close(),
  };
}

function writeStore(
  database: Database,
  folder: string,
  { rules, setAside }: { readonly rules: string | undefined; readonly setAside: string | null },
): WriteStore {
  const index = new SqliteIndex(database, rules);
  return {
    ...readStore(database, folder),
    index,
    texts: new SqliteTexts(database),
    setAside,
    close: () => index.close(),
  };
}

/** Looks, and never changes anything. `onStep` is called at every step of every question: what it throws ends the question. */
export function openStoreToRead(folder: string, onStep?: () => void): ReadStore {
  const database = openIndexToRead(folder);
  database.onStep = onStep;
  return readStore(database, folder);
}

/** For those who ask in SQL alone: nothing is opened in this process. */
export function sqlOf(folder: string, request: SqlRequest): AsyncIterable<SqlAnswer> {
  return askInSql(indexPath(folder), request);
}

/** The right to fill the store of a folder, or why it is not to be had: another process has it. */
export function lockStore(folder: string): StoreLock | AppError {
  try {
    return takeIndexLock(folder);
  } catch (error) {
    if (error instanceof AppError && error.code === 'store-busy') return error;
    throw error;
  }
}

export interface WriteOptions {
  /** Those by which logs are read now; what was read by others is to be read again. */
  readonly rules?: string | undefined;
  /** Throw away what is there, and begin again. */
  readonly rebuild?: boolean | undefined;
  /** Set aside what is there, because damage was met in it, and begin again. */
  readonly isDamaged?: boolean | undefined;
}

/** For the one process that holds the lock of the folder. */
export function openStoreToWrite(folder: string, { rules, rebuild, isDamaged }: WriteOptions = {}): WriteStore {
  if (rebuild === true) deleteIndex(folder);
  const { database, setAside } = openIndex(folder, isDamaged);
  return writeStore(database, folder, { rules, setAside });
}

/** For the threads of that process, which take turns. */
export function openStoreBeside(folder: string, rules: string | undefined, turn: SharedTurn): WriteStore {
  return writeStore(openIndexBeside(folder, turn), folder, { rules, setAside: null });
}
