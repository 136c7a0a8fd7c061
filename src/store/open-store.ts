// Opens the store of a data folder, for reading or writing. The one place that knows the engine.

import { existsSync, statSync } from 'node:fs';
import { AppError } from '../base/app-error.ts';
import type { BlockCheck, BlockStore } from './block-store.ts';
import type { IndexStore } from './index-store.ts';
import type { LocalIndex } from './local-index.ts';
import { knownMachine, thisMachine } from './machine.ts';
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
  takeIndexLock,
} from './sqlite/open-index.ts';
import { dataVersion } from './sqlite/queries/engine.ts';
import { SqliteIndex } from './sqlite/sqlite-index.ts';
import { askInSql, SqliteQuestions } from './sqlite/sqlite-questions.ts';
import { SqliteTexts } from './sqlite/sqlite-texts.ts';
import { sharedStore } from './store-address.ts';
import type { LogMask, StoreMask } from './store-mask.ts';
import type { TextStore } from './text-store.ts';

export { type EngineVersion, engineVersion } from './sqlite/engine-version.ts';
export { indexPath, makePrivateFolder, newTurn, type SharedTurn } from './sqlite/open-index.ts';
export { checkStatement } from './sqlite/queries/sql-statement.ts';
export { SQL_VIEWS } from './sqlite/queries/sql-views.ts';

/** A store for reading. */
export interface ReadStore {
  readonly questions: Questions;
  readonly local: LocalIndex;
  schemaVersion(): number;
  /** Changes after every commit. */
  version(): string;
  /** How often to check that. */
  readonly lookMs: number;
  /** Whether another process has recreated the index. */
  isReplaced(): boolean;
  /** Whether the blocks of logs that are stored elsewhere exist; undefined if there are none. */
  checkBlocks?(): Promise<BlockCheck | undefined>;
  close(): Promise<void>;
}

/** The right to be the only process that fills a store. */
export interface StoreLock {
  release(): Promise<void>;
}

/** A store for the one process that may write. */
export interface WriteStore extends ReadStore {
  readonly index: IndexStore;
  readonly texts: TextStore;
  /** The logs themselves, in a store that several machines fill. */
  readonly blocks?: BlockStore | undefined;
  /** Masks what is stored. */
  readonly mask?: StoreMask | undefined;
  /** Masks logs before they are kept. */
  readonly logMask?: LogMask | undefined;
  /** Where a damaged index was moved to, if there was one. */
  readonly setAside: string | null;
}

type Database = ReturnType<typeof openIndexToRead>;

/** Checking a file for its version costs a little. */
const LOOK_MS = 500;

/** Loaded when such a store is configured: other commands do not wait for it. */
const postgres = () => import('./postgres/open-postgres.ts');

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
    lookMs: LOOK_MS,
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

/** Read-only. `onStep` is called at every step of every query: an error thrown by it ends the query. */
export async function openStoreToRead(folder: string, onStep?: () => void): Promise<ReadStore> {
  const shared = sharedStore();
  if (shared !== null) return (await postgres()).openPostgresToRead(shared, knownMachine(folder));
  const database = openIndexToRead(folder);
  database.onStep = onStep;
  return readStore(database, folder);
}

/** For SQL alone: nothing is opened in this process. */
export async function* sqlOf(folder: string, request: SqlRequest): AsyncGenerator<SqlAnswer> {
  const shared = sharedStore();
  if (shared === null) yield* askInSql(indexPath(folder), request);
  else yield* (await postgres()).postgresSql(shared, knownMachine(folder), request);
}

/** The right to fill the store of a folder, or why not: another process has it. */
export async function lockStore(folder: string): Promise<StoreLock | AppError> {
  const shared = sharedStore();
  if (shared !== null) return (await postgres()).lockPostgres(shared, thisMachine(folder));
  try {
    const lock = takeIndexLock(folder);
    return { release: async () => lock.release() };
  } catch (error) {
    if (error instanceof AppError && error.code === 'store-busy') return error;
    throw error;
  }
}

/** Whether some process fills the store of a folder; for a shared one, from this machine. */
export async function isStoreFilled(folder: string): Promise<boolean> {
  const shared = sharedStore();
  if (shared !== null) return (await postgres()).isPostgresFilled(shared, knownMachine(folder));
  const lock = await lockStore(folder);
  if (lock instanceof AppError) return true;
  await lock.release();
  return false;
}

/** Whether anything was ever read into the store of a folder. Assumed for a shared one. */
export function storeExists(folder: string): boolean {
  return sharedStore() !== null || existsSync(indexPath(folder));
}

export interface WriteOptions {
  /** The current rules for reading logs; what was read by others is read again. */
  readonly rules?: string | undefined;
  /** Delete what is there, and start again. */
  readonly rebuild?: boolean | undefined;
  /** Set aside what is there, because it is damaged, and start again. */
  readonly isDamaged?: boolean | undefined;
  /** For a store that requires it. */
  readonly mask?: StoreMask | undefined;
  /** For logs that are kept at a place where they must be masked. */
  readonly logMask?: LogMask | undefined;
}

/** Whether secrets are masked in what is stored: on another machine, unless it may have them. */
export async function wantsMask(): Promise<boolean> {
  const shared = sharedStore();
  return shared !== null && (await postgres()).wantsMask(shared);
}

/** Whether secrets are masked in the logs that a shared store keeps: these may be elsewhere than its rows. */
export async function wantsMaskedLogs(): Promise<boolean> {
  const shared = sharedStore();
  return shared !== null && (await postgres()).wantsMaskedLogs(shared);
}

/** For the one process that holds the lock of the folder. */
export async function openStoreToWrite(folder: string, options: WriteOptions = {}): Promise<WriteStore> {
  const shared = sharedStore();
  if (shared !== null) return (await postgres()).openPostgresToWrite(shared, thisMachine(folder), options);
  const { rules, rebuild, isDamaged } = options;
  if (rebuild === true) deleteIndex(folder);
  const { database, setAside } = openIndex(folder, isDamaged);
  return writeStore(database, folder, { rules, setAside });
}

/** For the threads of that process, which take turns. */
export async function openStoreBeside(
  folder: string,
  rules: string | undefined,
  turn: SharedTurn,
  mask?: StoreMask,
): Promise<WriteStore> {
  const shared = sharedStore();
  if (shared !== null) return (await postgres()).openPostgresBeside(shared, thisMachine(folder), { rules, mask });
  return writeStore(openIndexBeside(folder, turn), folder, { rules, setAside: null });
}
