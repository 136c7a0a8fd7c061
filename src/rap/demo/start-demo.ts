// The demo: a tool server, a runtime, a page, and a pretended agent that calls the tools when the page asks it to.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson } from '../../http/send-json.ts';
import { guardAgent } from '../http/guard.ts';
import { sendError, sendProblem } from '../http/reply.ts';
import { type RapServer, type RapServerOptions, startRapServer } from '../http/server.ts';
import type { RapRuntime } from '../runtime/runtime.ts';
import { DEMO_CSS, DEMO_HTML, DEMO_SCRIPT } from './demo-page.ts';
import { createDemoTools } from './demo-tools.ts';

export interface Demo {
  /** The page. */
  readonly url: string;
  close(): Promise<void>;
}

const FILES: Readonly<Record<string, readonly [string, string]>> = {
  '/rap/demo/': ['text/html; charset=utf-8', DEMO_HTML],
  '/rap/demo/demo.css': ['text/css; charset=utf-8', DEMO_CSS],
  '/rap/demo/demo.js': ['text/javascript; charset=utf-8', DEMO_SCRIPT],
};

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function sendFile(response: ServerResponse, [type, body]: readonly [string, string]): void {
  response.writeHead(200, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  response.end(body);
}

/** What an agent would do: look, deploy with the user's consent, watch, and try something that fails. */
export async function startRun(runtime: RapRuntime, toolset: string): Promise<string> {
  const { groupId } = await runtime.openThread({ title: 'Deploy the shop', toolsets: [toolset] });
  const app = 'shop';
  await runtime.register(groupId, { operation: 'status', arguments: { app } });
  await runtime.register(groupId, { operation: 'deploy', arguments: { app, environment: 'production' } });
  await runtime.register(groupId, { operation: 'watch', arguments: { app, events: 5 } });
  await runtime.register(groupId, { operation: 'rollback', arguments: { app } });
  return groupId;
}

export async function startDemo(options: RapServerOptions, { stepMs = 900 } = {}): Promise<Demo> {
  const tools = createDemoTools({ stepMs });
  const toolset = await tools.listen();
  let server: RapServer | undefined;
  const fallback = (request: IncomingMessage, response: ServerResponse): boolean => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const file = FILES[path];
    if (file !== undefined && request.method === 'GET') sendFile(response, file);
    else if (path === '/' || path === '/rap/demo') response.writeHead(302, { location: '/rap/demo/' }).end();
    else if (path === '/rap/demo/runs' && request.method === 'POST' && server !== undefined) {
      const refusal = guardAgent(request, {});
      if (refusal !== undefined) sendProblem(response, refusal.status, refusal.code, refusal.message);
      else {
        startRun(server.runtime, toolset).then(
          (group_id) => sendJson(response, 201, { group_id }),
          (error: unknown) => sendError(response, error),
        );
      }
    } else return false;
    return true;
  };
  try {
    server = await startRapServer({ ...options, allow: ['loopback', ...(options.allow ?? [])], fallback });
  } catch (error) {
    await tools.close(0);
    throw error;
  }
  const { url, close } = server;
  return {
    url: `${url}/rap/demo/`,
    async close() {
      await tools.close(0);
      await close();
    },
  };
}
