// Opens the archive of a data folder. It is not derived data: a damaged file is set aside and kept, never deleted.

import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CorruptStore } from '../../base/corrupt-store.ts';
import { integer } from '../../base/row.ts';
import { type Database, openDatabase } from '../../sqlite/database.ts';
import { onStoreFile } from '../../sqlite/store-error.ts';
import { ARCHIVE_MIGRATIONS } from './schema.ts';

const NAME = 'archive.sqlite';
/** Files that SQLite keeps next to the main one. */
const COMPANIONS = ['-wal', '-shm'] as const;

/** Pages that fit a packed block's tail better than small ones, and make fewer steps to its end. */
const PAGE_BYTES = 8192;

export function archivePath(folder: string): string {
  return join(folder, NAME);
}

export interface OpenedArchive {
  readonly database: Database;
  /** Where a damaged archive was moved to, if there was one. */
  readonly setAside: string | null;
}

function autoVacuum(database: Database): number {
  return database.query('PRAGMA auto_vacuum', (row) => integer(row, 'auto_vacuum')).get() ?? 0;
}

/** Freed space goes back to the disk in small steps; that has to be set before the first table. */
function prepare(path: string): void {
  const database = openDatabase({ path, synchronous: 'off', migrations: [], journal: 'delete' });
  try {
    database.exec(`PRAGMA page_size = ${PAGE_BYTES}; PRAGMA auto_vacuum = INCREMENTAL`);
    if (autoVacuum(database) === 0) database.exec('VACUUM');
  } finally {
    database.close();
  }
}

function openToWrite(path: string): Database {
  const size = onStoreFile(path, () => statSync(path, { throwIfNoEntry: false })?.size ?? 0);
  if (size === 0) prepare(path);
  const database = openDatabase({ path, synchronous: 'normal', migrations: ARCHIVE_MIGRATIONS });
  // Deleted data is overwritten in pages that stay; free pages are returned to the disk by a purge.
  database.exec('PRAGMA secure_delete = FAST');
  return database;
}

function moveAside(path: string): string {
  const aside = `${path}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  // SQLite's files next to it may hold the last commits: they are moved along.
  onStoreFile(path, () => {
    for (const suffix of ['', ...COMPANIONS]) {
      if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
    }
  });
  return aside;
}

/** For the one process that writes: it must hold the lock of the index. */
export function openArchiveToWrite(folder: string): OpenedArchive {
  const path = archivePath(folder);
  try {
    return { database: openToWrite(path), setAside: null };
  } catch (error) {
    if (!(error instanceof CorruptStore)) throw error;
  }
  const aside = moveAside(path);
  return { database: openToWrite(path), setAside: aside };
}

/** For everyone else. Undefined when there is none. */
export function openArchiveToRead(folder: string): Database | undefined {
  const path = archivePath(folder);
  if (!existsSync(path)) return undefined;
  return openDatabase({ path, synchronous: 'normal', migrations: ARCHIVE_MIGRATIONS, readOnly: true });
}

export function archiveExists(folder: string): boolean {
  return existsSync(archivePath(folder));
}

/** Damaged archives that were set aside. Returns the bytes they took. */
export function deleteDamagedArchives(folder: string): number {
  return onStoreFile(folder, () => {
    let bytes = 0;
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(`${NAME}.damaged-`)) continue;
      bytes += statSync(join(folder, name)).size;
      rmSync(join(folder, name), { force: true });
    }
    return bytes;
  });
}
