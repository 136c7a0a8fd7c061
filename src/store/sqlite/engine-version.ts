// Which SQLite this program found, for diagnostics.

import { AppError } from '../../base/app-error.ts';
import { driverName, loadDriver } from '../../sqlite/driver.ts';

/** Throws when there is no driver for this machine. */
function sqliteVersion(): string {
  const { DatabaseSync } = loadDriver();
  const database = new DatabaseSync(':memory:', { readOnly: false });
  try {
    const row = database.prepare('SELECT sqlite_version() AS version').get();
    return typeof row === 'object' && row !== null && 'version' in row ? String(row.version) : '';
  } finally {
    database.close();
  }
}

export interface EngineVersion {
  readonly driver: string;
  /** Empty when there is no driver for this machine. */
  readonly version: string;
}

export function engineVersion(): EngineVersion {
  try {
    return { driver: driverName(), version: sqliteVersion() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { driver: driverName(), version: '' };
  }
}
