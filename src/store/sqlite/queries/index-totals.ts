// Answers "how much is in the index?".

import { integer } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { IndexTotals } from '../../questions/health.ts';

export function indexTotals(database: Database): IndexTotals {
  const counts = database
    .query(
      `SELECT (SELECT count(*) FROM sessions) AS sessions, (SELECT coalesce(sum(calls), 0) FROM sessions) AS calls,
         count(*) AS files, count(gone_at) AS gone, coalesce(sum(bytes), 0) AS bytes
       FROM sources WHERE ledger IS NOT NULL`,
      (row) => ({
        sessions: integer(row, 'sessions'),
        calls: integer(row, 'calls'),
        files: integer(row, 'files'),
        goneFiles: integer(row, 'gone'),
        logBytes: integer(row, 'bytes'),
      }),
    )
    .get();
  const pages = database.query(
    'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
    (row) => integer(row, 'bytes'),
  );
  return {
    ...(counts ?? { sessions: 0, calls: 0, files: 0, goneFiles: 0, logBytes: 0 }),
    indexBytes: pages.get() ?? 0,
  };
}
