// The tool `calls`: tool calls that match a filter, newest first.

import { z } from 'zod';
import { callRow, callRowOf } from '../rows.ts';
import { filterIn } from '../scope.ts';
import { cursorInput, defineTool, filterInput, limitInput, nextOutput } from '../tool.ts';

const USUAL = 20;

export const calls = defineTool({
  name: 'calls',
  title: 'List tool calls',
  description:
    'Lists tool calls (commands, edits, reads, searches, subagents …) that match a filter, newest first, with status, failure class, duration and a one-line summary. Use it to see what was run or changed, for example {"filter": "program:docker is:failed since:30d"}. For the whole input and output of one, use "call".',
  input: z.strictObject({ filter: filterInput, cursor: cursorInput, limit: limitInput(USUAL, 50) }),
  output: z.object({ calls: z.array(callRow), next: nextOutput }),
  async answer({ filter, cursor, limit = USUAL }, { questions, scope, cursors, signal }) {
    const query = { filter: filterIn(scope, filter), ...cursors.find(cursor), limit: String(limit) };
    const page = await questions.ask('calls', {}, query, signal);
    return { calls: page.calls.map(callRowOf), next: cursors.name(page.next) };
  },
});
