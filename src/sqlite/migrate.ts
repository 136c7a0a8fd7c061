// Schema versions: an ordered list of steps, each in its own transaction, the version in SQLite's user_version.

import { AppError } from '../base/app-error.ts';
import { integer } from '../base/row.ts';
import type { Database } from './database.ts';

export interface Migration {
  /** Without gaps. The first may represent all before it: anything older is not migrated. */
  readonly version: number;
  readonly sql: string;
}

/** Written by an older Toolscope, and cannot be migrated: derived stores are rebuilt. */
export class OutdatedStore extends AppError {
  constructor(path: string, found: number) {
    super('store-unusable', `${path} was written by an older Toolscope (schema ${found}).`);
  }
}

export function schemaVersion(database: Database): number {
  return database.query('PRAGMA user_version', (row) => integer(row, 'user_version')).get() ?? 0;
}

/** Migrates the schema to the newest known version. Finished steps are not repeated. */
export function migrate(database: Database, migrations: readonly Migration[], { readOnly = false } = {}): void {
  const first = migrations[0]?.version ?? 1;
  for (const [i, { version }] of migrations.entries()) {
    if (version !== first + i)
      throw new AppError('internal', `Migration ${version} stands where ${first + i} belongs.`);
  }
  const newest = migrations.at(-1)?.version ?? 0;
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
  if (found > 0 && found < first) throw new OutdatedStore(database.path, found);
  for (const { version, sql } of migrations.filter((step) => step.version > found)) {
    database.transaction(() => {
      // Checked again inside the transaction: another process may have taken the step meanwhile.
      if (schemaVersion(database) >= version) return;
      database.exec(`${sql}\n;PRAGMA user_version = ${version}`);
    });
  }
}
