// Opens rap.sqlite, once, in one process, with all prepared statements.

import { join } from 'node:path';
import { AppError } from '../../base/app-error.ts';
import { RAP_DATABASE } from '../../model/rap-event.ts';
import { type Database, openDatabase } from '../../sqlite/database.ts';
import { GroupCommit } from '../../sqlite/group-commit.ts';
import { takeOwnerLock } from '../../sqlite/owner-lock.ts';
import { type RapAsks, rapAsks } from './rap-asks.ts';
import { type RapCalls, rapCalls } from './rap-calls.ts';
import { RapDeliveries } from './rap-deliveries.ts';
import { type RapHeld, rapHeld } from './rap-held.ts';
import { RapJournal } from './rap-journal.ts';
import { RapRejections } from './rap-rejections.ts';
import { RAP_MIGRATIONS } from './rap-schema.ts';
import { type RapThreads, rapThreads } from './rap-threads.ts';
import { RapToolsets } from './rap-toolsets.ts';

/** For reading only. */
export interface RapReader {
  readonly threads: RapThreads;
  readonly calls: RapCalls;
  readonly journal: RapJournal;
  readonly rejections: RapRejections;
  readonly toolsets: RapToolsets;
  readonly asks: RapAsks;
  close(): void;
}

export interface RapStore extends RapReader {
  readonly deliveries: RapDeliveries;
  readonly held: RapHeld;
  /** All changes go through here: durable when the promise resolves. */
  readonly commit: GroupCommit;
  readonly database: Database;
}

const BUSY_TIMEOUT_MS = 1000;
/** 16 MB: results of many threads touch the same pages repeatedly before they are checkpointed. */
const CHECKPOINT_PAGES = 4000;

export function rapPath(folder: string): string {
  return join(folder, RAP_DATABASE);
}

function reader(database: Database): Omit<RapReader, 'close'> {
  return {
    threads: rapThreads(database),
    calls: rapCalls(database),
    journal: new RapJournal(database),
    rejections: new RapRejections(database),
    toolsets: new RapToolsets(database),
    asks: rapAsks(database),
  };
}

const LOCK = 'rap-owner.lock';

/** Whether a runtime is running on the folder. */
export function isRapOwned(folder: string): boolean {
  try {
    takeOwnerLock(join(folder, LOCK), 'A RAP runtime').release();
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'store-busy') return true;
    throw error;
  }
}

/** Opens the data of the RAP runtime. It must not be lost, so damage is an error, never a fresh start. */
export function openRapStore(folder: string): RapStore {
  const lock = takeOwnerLock(join(folder, LOCK), 'A RAP runtime');
  try {
    const database = openDatabase({
      path: rapPath(folder),
      synchronous: 'full',
      secureDelete: true,
      checkpointPages: CHECKPOINT_PAGES,
      busyTimeoutMs: BUSY_TIMEOUT_MS,
      migrations: RAP_MIGRATIONS,
    });
    const commit = new GroupCommit(database);
    return {
      ...reader(database),
      deliveries: new RapDeliveries(database),
      held: rapHeld(database),
      commit,
      database,
      close() {
        commit.close();
        database.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Reads the data next to a running runtime. Data of an older version is migrated first. */
export function readRapStore(folder: string): RapReader {
  const database = openForReading(folder);
  return { ...reader(database), close: () => database.close() };
}

function openForReading(folder: string): Database {
  const options = {
    path: rapPath(folder),
    synchronous: 'full',
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    migrations: RAP_MIGRATIONS,
    readOnly: true,
  } as const;
  try {
    return openDatabase(options);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'store-unusable') throw error;
    openRapStore(folder).close();
    return openDatabase(options);
  }
}
