// The rows of one query, all at once: agents get few.

import type { SqlRows } from '../../mcp/questions.ts';
import { Slots } from '../../sources/watch/slots.ts';
import { runSql, type SqlRequest } from '../../store/queries/run-sql.ts';

const TIMEOUT_MS = 20_000;

/** Each has a process of its own, and one message of an agent can hold thousands of them. */
const slots = new Slots(4);

/** `run` is for tests. */
export function sqlRows(request: SqlRequest, signal: AbortSignal, run: typeof runSql = runSql): Promise<SqlRows> {
  return slots.run(async () => {
    let columns: readonly string[] = [];
    const rows: (readonly (string | number | null)[])[] = [];
    for await (const message of run(request, { timeoutMs: TIMEOUT_MS, signal })) {
      if (message.kind === 'columns') columns = message.columns;
      else if (message.kind === 'row') rows.push(message.cells);
      else return { columns, rows, more: message.more };
    }
    return { columns, rows, more: false };
  });
}
