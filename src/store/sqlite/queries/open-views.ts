// The connection for SQL queries: read-only, with the documented views.

import { isObject } from '../../../base/json.ts';
import { isRow } from '../../../sqlite/database.ts';
import { type DriverDatabase, loadDriver, type SqlValue } from '../../../sqlite/driver.ts';
import { EVERYWHERE } from '../../rows/place-range.ts';
import { coversAll } from '../../sql/places.ts';
import { takeSteps } from '../index/take-steps.ts';
import { SQLITE_DIALECT } from './engine.ts';
import type { SqlJob } from './run-sql.ts';
import { asksForSession, groupsBeyondTools } from './sql-statement.ts';
import { createViews, HIDDEN_SESSIONS, hideTables, SHOWN_TABLE, shownSessions } from './sql-views.ts';

/** Without a statement the views have all their columns. */
type ViewsRequest = Pick<SqlJob, 'path' | 'places' | 'folder'> & Partial<Pick<SqlJob, 'sql'>>;

/** The longest text or blob that a query may create, if the driver supports such a limit. */
const VALUE_BYTES = 64 * 1024 * 1024;

function tablesOf(database: DriverDatabase): string[] {
  const rows = database.prepare("SELECT name FROM main.sqlite_schema WHERE type IN ('table', 'view')").all();
  const names = rows.map((row) => (isObject(row) ? row['name'] : undefined));
  return names.flatMap((name) => (typeof name === 'string' && !name.startsWith('sqlite_') ? [name] : []));
}

/** Lists the sessions that the views show, unless they show all: mostly every log lies below the places. */
function listShown(database: DriverDatabase, places: readonly string[], folder: string | null): 'all' | 'some' {
  const asked = {
    ask: (sql: string, values: readonly SqlValue[]) =>
      database
        .prepare(sql)
        .all(...values)
        .filter(isRow),
  };
  const below = takeSteps(asked, coversAll(SQLITE_DIALECT, places)) ? [EVERYWHERE] : places;
  if (folder === null && below !== places) return 'all';
  const { sql, values } = shownSessions(below, folder);
  database.prepare(sql).run(...values);
  const hidden = database.prepare(HIDDEN_SESSIONS).get();
  return isObject(hidden) && hidden['hidden'] === 0 ? 'all' : 'some';
}

export function openViews({ path, places, folder = null, sql }: ViewsRequest): DriverDatabase {
  const { DatabaseSync } = loadDriver();
  const database = new DatabaseSync(path, { readOnly: true });
  database.exec(`PRAGMA busy_timeout = 5000; PRAGMA temp_store = MEMORY; ${SHOWN_TABLE}`);
  const isEverythingShown = listShown(database, places, folder) === 'all';
  database.exec(
    createViews({
      isEverythingShown,
      asksForSession: sql === undefined || asksForSession(sql),
      groupsBeyondTools: sql !== undefined && groupsBeyondTools(sql),
    }),
  );
  if (folder !== null) database.exec(hideTables(tablesOf(database)));
  database.exec('PRAGMA query_only = ON');
  if (database.limits !== undefined) database.limits.length = VALUE_BYTES;
  return database;
}
