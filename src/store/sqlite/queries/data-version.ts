// Tells whether anything was committed since the last question: by others, and by this connection.

import { integer } from '../../../base/row.ts';
import type { Database, Query } from '../../../sqlite/database.ts';

const queries = new WeakMap<Database, Query<string>>();

/** Another text after every commit. */
export function dataVersion(database: Database): string {
  let query = queries.get(database);
  if (query === undefined) {
    query = database.query(
      'SELECT data_version, total_changes() AS own FROM pragma_data_version',
      (row) => `${integer(row, 'data_version')} ${integer(row, 'own')}`,
    );
    queries.set(database, query);
  }
  return query.get() ?? '';
}
