// The connection for SQL queries: read-only, with the documented views.

import { isObject } from '../../../base/json.ts';
import { type DriverDatabase, loadDriver } from '../../../sqlite/driver.ts';
import type { SqlRequest } from './run-sql.ts';
import { createViews, HIDDEN_SESSIONS, hideTables, SHOWN_TABLE, shownSessions } from './sql-views.ts';

type ViewsRequest = Pick<SqlRequest, 'path' | 'places' | 'folder'>;

/** The longest text or blob that a query may create, if the driver supports such a limit. */
const VALUE_BYTES = 64 * 1024 * 1024;

function tablesOf(database: DriverDatabase): string[] {
  const rows = database.prepare("SELECT name FROM main.sqlite_schema WHERE type IN ('table', 'view')").all();
  const names = rows.map((row) => (isObject(row) ? row['name'] : undefined));
  return names.flatMap((name) => (typeof name === 'string' && !name.startsWith('sqlite_') ? [name] : []));
}

function isEverythingShown(database: DriverDatabase): boolean {
  const row = database.prepare(HIDDEN_SESSIONS).get();
  return isObject(row) && row['hidden'] === 0;
}

export function openViews({ path, places, folder = null }: ViewsRequest): DriverDatabase {
  const { DatabaseSync } = loadDriver();
  const database = new DatabaseSync(path, { readOnly: true });
  database.exec(`PRAGMA busy_timeout = 5000; PRAGMA temp_store = MEMORY; ${SHOWN_TABLE}`);
  const { sql, values } = shownSessions(places, folder);
  database.prepare(sql).run(...values);
  database.exec(createViews(isEverythingShown(database)));
  if (folder !== null) database.exec(hideTables(tablesOf(database)));
  database.exec('PRAGMA query_only = ON');
  if (database.limits !== undefined) database.limits.length = VALUE_BYTES;
  return database;
}
