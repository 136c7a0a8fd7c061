// Opens the index of a data folder. It holds nothing that the logs do not: a damaged file is set aside, one of an older schema
// deleted, and a new one is started.

import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CorruptStore } from '../../base/corrupt-store.ts';
import { type Database, openDatabase } from '../../sqlite/database.ts';
import { OutdatedStore } from '../../sqlite/migrate.ts';
import { type OwnerLock, takeOwnerLock } from '../../sqlite/owner-lock.ts';
import { onStoreFile } from '../../sqlite/store-error.ts';
import { type SharedTurn, WriteTurn } from '../../sqlite/write-turn.ts';
import { orderById } from './index/call-id-index.ts';
import { INDEX_SCHEMA, INDEX_SCHEMA_VERSION } from './index/schema.ts';

export { makePrivateFolder } from '../../sqlite/private-folder.ts';
export { newTurn, type SharedTurn } from '../../sqlite/write-turn.ts';

/** The right to be the only writer of a folder. */
export type StoreLock = OwnerLock;

/** Files that SQLite keeps next to the main one. */
const COMPANIONS = ['-wal', '-shm'] as const;

export interface OpenedIndex {
  readonly database: Database;
  /** Where a damaged index was moved to, if there was one. */
  readonly setAside: string | null;
}

export function indexPath(folder: string): string {
  return join(folder, 'index.sqlite');
}

export function lockPath(folder: string): string {
  return join(folder, 'index.lock');
}

/** Fails with `store-busy` when another process has it. */
export function takeIndexLock(folder: string): StoreLock {
  return takeOwnerLock(lockPath(folder), 'Another Toolscope that keeps the index');
}

/** Threads of the process that writes take turns: one waits while another commits. */
const TURN_MS = 60_000;

function open(path: string, readOnly: boolean): Database {
  return openDatabase({
    path,
    synchronous: 'normal',
    migrations: [{ version: INDEX_SCHEMA_VERSION, sql: INDEX_SCHEMA }],
    busyTimeoutMs: TURN_MS,
    readOnly,
  });
}

/** Pages of the write-ahead log before a checkpoint: fewer, larger steps while much is written. */
const CHECKPOINT_PAGES = 8000;

/** Call ids are scattered over their index: at 90,000 calls writing them takes a sixth less time than with SQLite's default of 2 MB. */
const CACHE_KB = 16_000;

function openToWrite(path: string): Database {
  const database = open(path, false);
  database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; PRAGMA cache_size = -${CACHE_KB}`);
  return database;
}

function setAside(path: string): string {
  const aside = `${path}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  onStoreFile(path, () => {
    renameSync(path, aside);
    // The companions belong to the damaged file; next to a new one they would damage it too.
    for (const suffix of COMPANIONS) rmSync(path + suffix, { force: true });
  });
  return aside;
}

/** As its only writer left it. */
function openWhole(path: string): Database {
  const database = openToWrite(path);
  try {
    orderById(database);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/**
 * For the one process that writes: it must hold the lock of the folder. Damage shows only when it is met: a caller that met it passes
 * `isDamaged` the next time.
 */
export function openIndex(folder: string, isDamaged = false): OpenedIndex {
  const path = indexPath(folder);
  try {
    if (!isDamaged || !existsSync(path)) return { database: openWhole(path), setAside: null };
  } catch (error) {
    if (error instanceof OutdatedStore) {
      deleteIndex(folder);
      return { database: openWhole(path), setAside: null };
    }
    if (!(error instanceof CorruptStore)) throw error;
  }
  const aside = setAside(path);
  return { database: openToWrite(path), setAside: aside };
}

/** For the threads of the one process that writes: the file exists and was found sound. */
export function openIndexBeside(folder: string, turn?: SharedTurn): Database {
  const database = openToWrite(indexPath(folder));
  database.turn = turn === undefined ? undefined : new WriteTurn(turn);
  return database;
}

/** For everyone else: read-only. */
export function openIndexToRead(folder: string): Database {
  return open(indexPath(folder), true);
}

export function deleteIndex(folder: string): void {
  const path = indexPath(folder);
  onStoreFile(path, () => {
    for (const suffix of ['', ...COMPANIONS]) rmSync(path + suffix, { force: true });
  });
}
