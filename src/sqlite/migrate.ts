// Schema versions: an ordered list of steps, each in its own transaction, the version in SQLite's user_version.

import { AppError } from '../base/app-error.ts';
import type { Database } from './database.ts';
import { integer } from './row.ts';

export interface Migration {
  /** From 1, without gaps. */
  readonly version: number;
  readonly sql: string;
  /** What SQL alone cannot fill, in the same transaction. */
  readonly fill?: (database: Database) => void;
}

export function schemaVersion(database: Database): number {
  return database.query('PRAGMA user_version', (row) => integer(row, 'user_version')).get() ?? 0;
}

/** Brings the schema to the newest known version. Steps that were taken before are not taken again. */
export function migrate(database: Database, migrations: readonly Migration[], { readOnly = false } = {}): void {
  for (const [i, { version }] of migrations.entries()) {
    if (version !== i + 1) throw new AppError('internal', `Migration ${version} stands where ${i + 1} belongs.`);
  }
  const newest = migrations.length;
  const found = schemaVersion(database);
  if (found > newest) {
    throw new AppError('store-newer', `${database.path} was written by a newer Toolscope (schema ${found}).`, {
      hint: `This one knows schemas up to ${newest}: update it, or set TOOLSCOPE_HOME to another folder.`,
    });
  }
  if (readOnly && found < newest) {
    throw new AppError('store-unusable', `${database.path} was written by an older Toolscope (schema ${found}).`, {
      hint: 'Run the part of Toolscope that writes it once to bring it up to date.',
    });
  }
  for (const { version, sql, fill } of migrations.slice(found)) {
    database.transaction(() => {
      // Asked again inside the transaction: another process may have taken the step meanwhile.
      if (schemaVersion(database) >= version) return;
      database.exec(`${sql}\n;PRAGMA user_version = ${version}`);
      fill?.(database);
    });
  }
}
