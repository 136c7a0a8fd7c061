// Owns the connection that questions in SQL are asked on: read-only, with the documented views, and bounded memory.

import { type DriverDatabase, loadDriver } from '../../sqlite/driver.ts';
import type { SqlRequest } from './run-sql.ts';
import { createViews, SHOWN_TABLE, shownSessions } from './sql-views.ts';

/** What a query may take for sorting and for the values it makes. The limit is one for the whole process. */
const HEAP_BYTES = 512 * 1024 * 1024;

export function openViews({ path, places }: Pick<SqlRequest, 'path' | 'places'>): DriverDatabase {
  const { DatabaseSync } = loadDriver();
  const database = new DatabaseSync(path, { readOnly: true });
  database.exec(`PRAGMA busy_timeout = 5000; PRAGMA temp_store = MEMORY; ${SHOWN_TABLE}`);
  const { sql, values } = shownSessions(places);
  database.prepare(sql).run(...values);
  database.exec(createViews());
  database.exec(`PRAGMA hard_heap_limit = ${HEAP_BYTES}; PRAGMA query_only = ON`);
  return database;
}
