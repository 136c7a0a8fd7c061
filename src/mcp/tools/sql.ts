// The tool `sql`: a read-only query over the documented views.

import { z } from 'zod';
import { cleanText } from '../clean-text.ts';
import { defineTool, limitInput } from '../tool.ts';

const USUAL = 50;
const MOST = 200;
const CELL_MAX = 500;
/** Characters of all rows together. */
const ALL_MAX = 20_000;

export const sql = defineTool({
  name: 'sql',
  title: 'Query in SQL',
  description: `Runs one read-only SELECT (SQLite) over views of this project's sessions; for what the other tools cannot count. Views and their main columns:
calls(agent, session, project, call, thread, turn, tool, tool_id, status, failure, blame, message, requested_at, duration_ms, model, summary, path, command, programs, exit_code, lines_added, lines_removed, masked, log, line)
errors(… the calls that failed) · sessions(agent, session, project, title, branch, model, started_at, last_at, calls, failures, ending, wall_ms, active_ms, cost_usd, open_failures, hidden_failures, tokens_input, tokens_output)
turns(session, turn, asked, calls, failures, wall_ms, cost_usd, summary) · times(session, class, ms) · costs(session, model, day, cost_usd, requests) · claims(session, about, quote, standing, call, log, line) · hooks(session, call, event, name, outcome, duration_ms) · files(session, path, calls, failures, changes, lines_added, last_at)
Select log and line to have the place of a row.`,
  input: z.strictObject({
    query: z.string().min(1).max(20_000).describe('One SELECT or WITH statement.'),
    limit: limitInput(USUAL, MOST),
  }),
  output: z.object({
    columns: z.array(z.string()),
    more: z.boolean().describe('There are more rows than these: narrow the query, or use LIMIT and OFFSET.'),
    untrusted: z.object({ rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))) }),
  }),
  async answer({ query, limit = USUAL }, { questions, scope, signal }) {
    const found = await questions.sql(query, scope.folder, limit, signal);
    let left = ALL_MAX;
    const rows: (string | number | null)[][] = [];
    for (const row of found.rows) {
      const cells = row.map((cell) => (typeof cell === 'string' ? cleanText(cell, CELL_MAX) : cell));
      left -= JSON.stringify(cells).length;
      if (left < 0) break;
      rows.push(cells);
    }
    return { columns: [...found.columns], more: found.more || rows.length < found.rows.length, untrusted: { rows } };
  },
});
