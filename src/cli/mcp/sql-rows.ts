// The rows of one query, all at once: agents get few.

import type { SqlRows } from '../../mcp/questions.ts';
import { runSql, type SqlRequest } from '../../store/queries/run-sql.ts';

const TIMEOUT_MS = 20_000;

export async function sqlRows(request: SqlRequest, signal: AbortSignal): Promise<SqlRows> {
  let columns: readonly string[] = [];
  const rows: (readonly (string | number | null)[])[] = [];
  for await (const message of runSql(request, { timeoutMs: TIMEOUT_MS, signal })) {
    if (message.kind === 'columns') columns = message.columns;
    else if (message.kind === 'row') rows.push(message.cells);
    else return { columns, rows, more: message.more };
  }
  return { columns, rows, more: false };
}
