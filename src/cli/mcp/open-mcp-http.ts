// MCP on the dashboard's port: the same tools, answered by the server's own threads.

import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Contract } from '../../api/contract.ts';
import type { AnswerOf, PartsOf, QueryOf } from '../../api/route.ts';
import { mcpOverHttp } from '../../mcp/http.ts';
import type { JsonRoute, Questions } from '../../mcp/questions.ts';
import { McpService } from '../../mcp/server.ts';
import { openRedactor } from '../../redaction/open-redactor.ts';
import type { AskRoute, SideProtocol } from '../../server/side-protocol.ts';
import { sqlOf } from '../../store/open-store.ts';
import { version } from '../version.ts';
import { SQL_TIMEOUT_MS, sqlRows } from './sql-rows.ts';

export interface ServedMcp {
  readonly ask: AskRoute;
  /** The folder of the index. */
  readonly folder: string;
  readonly places: readonly string[];
  readonly onError: (error: unknown) => void;
}

export function openMcpHttp({ ask, folder, places, onError }: ServedMcp): SideProtocol {
  const questions: Questions = {
    // The handler's answer is typed by the same contract.
    ask: async <Name extends JsonRoute>(
      name: Name,
      parts: PartsOf<Contract[Name]>,
      query: QueryOf<Contract[Name]>,
      signal: AbortSignal,
    ) => (await ask(name, parts, query, signal)) as AnswerOf<Contract[Name]>,
    sql: (query, project, limit, signal) =>
      sqlRows(sqlOf(folder, { sql: query, places, folder: project, limit, timeoutMs: SQL_TIMEOUT_MS, signal })),
  };
  const open = (named: string | null): McpService => {
    const project = named === null ? null : resolve(named);
    return new McpService({
      questions,
      scope: { folder: project, project, home: homedir() },
      version: version(),
      openRedactor: async () => openRedactor({ paths: [homedir(), ...(project === null ? [] : [project])] }),
      onError,
    });
  };
  return mcpOverHttp(open);
}
