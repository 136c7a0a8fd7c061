// The MCP server over HTTP: every request is answered by itself, in both revisions of the protocol. Who may ask is decided
// before a request gets here.

import { createMcpHandler } from '@modelcontextprotocol/server';
import type { McpService } from './server.ts';

/** Services kept for projects that are asked about: their cursors go on from one request to the next. */
const MOST_KEPT = 32;
const LARGEST_BODY = 1024 * 1024;

/** The project in the address, `/mcp?project=/srv/shop`; null for all of them. */
function projectOf(request: Request | undefined): string | null {
  const project = request === undefined ? null : new URL(request.url).searchParams.get('project');
  return project === '' ? null : project;
}

export function mcpOverHttp(open: (project: string | null) => McpService): (request: Request) => Promise<Response> {
  const kept = new Map<string | null, McpService>();
  const serviceFor = (project: string | null): McpService => {
    const service = kept.get(project) ?? open(project);
    kept.delete(project);
    kept.set(project, service);
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(oldest);
    }
    return service;
  };
  const { fetch } = createMcpHandler(({ requestInfo }) => serviceFor(projectOf(requestInfo)).server(), {
    // Nothing changes that a client could be told of.
    maxSubscriptions: 0,
    maxRequestBodySize: LARGEST_BODY,
  });
  return (request) => fetch(request);
}
