// Usage of `toolscope sql`.

import type { Command } from '../command.ts';
import { LIMITS, SQL_SECONDS } from '../defaults.ts';
import { LIBRARY_OPTIONS, limitOption } from '../library-options.ts';

export const sql: Command = {
  usage: '["select …"] [options]',
  options: {
    ...LIBRARY_OPTIONS,
    csv: { type: 'boolean', help: 'Print comma-separated values, with a header row.' },
    limit: limitOption(LIMITS.sql),
    timeout: {
      type: 'string',
      value: 's',
      help: `Stop the query after this many seconds (default ${SQL_SECONDS}); 0 for never.`,
    },
  },
  examples: [
    { line: 'sql', does: 'the views and their columns' },
    {
      line: `sql "select tool_id, count(*) as n from calls group by 1 order by n desc"`,
      does: 'calls per tool',
    },
    {
      line: `sql "select requested_at, tool, message from errors where blame = 'tool'" --csv`,
      does: 'for a spreadsheet',
    },
  ],
  notes: [
    'Views: calls, sessions, turns, times, costs, claims, hooks, files, errors. docs/sql.md describes them and has queries for\n' +
      'common questions. The query runs in a read-only connection of its own and cannot change anything.',
  ],
  run: async (invocation) => (await import('../actions/sql.ts')).askInSql(invocation),
};
