// Sets of sessions as one mark per key: testing whether a call's session is among them costs nothing.

import { integer, text, textOrNull } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { SqlValue } from '../../../sqlite/driver.ts';
import type { SessionColumn } from '../../rows/fact-test.ts';

function emptySet(database: Database): Uint8Array {
  const most = database.query('SELECT coalesce(max(pk), 0) AS pk FROM sessions', (row) => integer(row, 'pk')).get();
  return new Uint8Array((most ?? 0) + 1);
}

/** Sessions `s` for which the condition is true. */
export function sessionsWith(database: Database, sql: string, values: readonly SqlValue[] = []): Uint8Array {
  const members = emptySet(database);
  const keys = database.query(`SELECT s.pk FROM sessions s WHERE ${sql}`, (row) => {
    members[integer(row, 'pk')] = 1;
  });
  keys.all(...values);
  return members;
}

/** Sessions whose column matches; each value is tested once. */
export function sessionsWhere(
  database: Database,
  column: SessionColumn,
  fits: (value: string | null) => boolean,
): Uint8Array {
  const members = emptySet(database);
  const groups = database.query(
    `SELECT s.${column} AS value, json_group_array(s.pk) AS keys FROM sessions s GROUP BY 1`,
    (row) => {
      if (!fits(textOrNull(row, 'value'))) return;
      const keys: readonly number[] = JSON.parse(text(row, 'keys'));
      for (const key of keys) members[key] = 1;
    },
  );
  groups.all();
  return members;
}
