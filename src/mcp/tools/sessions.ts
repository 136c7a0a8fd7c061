// The tool `sessions`: what agents worked on, newest first.

import { z } from 'zod';
import { sessionRow, sessionRowOf } from '../rows.ts';
import { filterIn } from '../scope.ts';
import { cursorInput, defineTool, filterInput, limitInput, nextOutput } from '../tool.ts';

const USUAL = 10;

export const sessions = defineTool({
  name: 'sessions',
  title: 'List sessions',
  description:
    'Lists sessions of coding agents (Claude Code, Codex and others) in this project, newest first: when, how it ended, calls, failures, cost. Start here to find out what was worked on before, or to get a session id.',
  input: z.strictObject({ filter: filterInput, cursor: cursorInput, limit: limitInput(USUAL, 50) }),
  output: z.object({ sessions: z.array(sessionRow), total: z.number(), next: nextOutput }),
  async answer({ filter, cursor, limit = USUAL }, { questions, scope, cursors, signal }) {
    const query = { filter: filterIn(scope, filter), ...cursors.find(cursor), limit: String(limit) };
    const page = await questions.ask('sessions', {}, query, signal);
    return { sessions: page.sessions.map(sessionRowOf), total: page.total, next: cursors.name(page.next) };
  },
});
