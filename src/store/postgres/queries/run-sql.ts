// Questions in SQL: refused so far. The documented views are written in SQLite's words.

import { AppError } from '../../../base/app-error.ts';
import type { SqlAnswer, SqlRequest } from '../../questions/sql.ts';
import type { Connection } from '../database/connection.ts';

export function runSql(_connection: Connection, _request: SqlRequest): AsyncIterable<SqlAnswer> {
  throw new AppError('bad-usage', 'Not with PostgreSQL yet: questions in SQL.', {
    hint: 'Ask the server itself: the tables are in its schema toolscope. Or use --store local.',
  });
}
