// The list of MCP tools, in the order in which agents see them.

import type { McpTool } from './tool.ts';
import { call } from './tools/call.ts';
import { calls } from './tools/calls.ts';
import { fileHistory } from './tools/file-history.ts';
import { search } from './tools/search.ts';
import { sessionChanges } from './tools/session-changes.ts';
import { sessionSummary } from './tools/session-summary.ts';
import { sessions } from './tools/sessions.ts';
import { similarFailures } from './tools/similar-failures.ts';
import { sql } from './tools/sql.ts';
import { stats } from './tools/stats.ts';

export const mcpTools: readonly McpTool[] = [
  similarFailures,
  sessions,
  sessionSummary,
  sessionChanges,
  calls,
  call,
  search,
  fileHistory,
  stats,
  sql,
];
