// The connection that questions in SQL are asked on: read-only, with the documented views.

import { type DriverDatabase, loadDriver } from '../../../sqlite/driver.ts';
import type { SqlRequest } from './run-sql.ts';
import { createViews, SHOWN_TABLE, shownSessions } from './sql-views.ts';

/** The longest text or blob that a query may make on its way, where the driver can be told so. */
const VALUE_BYTES = 64 * 1024 * 1024;

export function openViews({ path, places }: Pick<SqlRequest, 'path' | 'places'>): DriverDatabase {
  const { DatabaseSync } = loadDriver();
  const database = new DatabaseSync(path, { readOnly: true });
  database.exec(`PRAGMA busy_timeout = 5000; PRAGMA temp_store = MEMORY; ${SHOWN_TABLE}`);
  const { sql, values } = shownSessions(places);
  database.prepare(sql).run(...values);
  database.exec(createViews());
  database.exec('PRAGMA query_only = ON');
  if (database.limits !== undefined) database.limits.length = VALUE_BYTES;
  return database;
}
