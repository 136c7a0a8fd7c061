import type { SqlAnswer, SqlRequest } from '../../questions/sql.ts';
import type { Connection } from '../database/connection.ts';
export async function* runSql(_connection: Connection, _request: SqlRequest): AsyncGenerator<SqlAnswer> {
  yield { kind: 'end', more: false };
}
