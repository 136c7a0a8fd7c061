// Runs one query and returns all rows at once: agents get few.

import type { SqlRows } from '../../mcp/questions.ts';
import { Slots } from '../../sources/watch/slots.ts';
import type { SqlAnswer } from '../../store/questions/sql.ts';

export const SQL_TIMEOUT_MS = 20_000;

/** Each query has its own process, which starts with the first row; one message of an agent can hold thousands of queries. */
const slots = new Slots(4);

export function sqlRows(answer: AsyncIterable<SqlAnswer>): Promise<SqlRows> {
  return slots.run(() => gathered(answer));
}

async function gathered(answer: AsyncIterable<SqlAnswer>): Promise<SqlRows> {
  let columns: readonly string[] = [];
  const rows: (readonly (string | number | null)[])[] = [];
  for await (const message of answer) {
    if (message.kind === 'columns') columns = message.columns;
    else if (message.kind === 'row') rows.push(message.cells);
    else return { columns, rows, more: message.more };
  }
  return { columns, rows, more: false };
}
