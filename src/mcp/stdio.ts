// The MCP server over standard input and output, as agents start it.

import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { McpService } from './server.ts';

/** Serves until the client has gone. */
export async function serveOverStdio(service: McpService, onError: (error: unknown) => void): Promise<void> {
  const gone = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error'] as const) process.stdin.once(event, () => resolve());
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
  // While the pipe is full each answer waits for it with listeners of its own: many are no leak.
  process.stdout.setMaxListeners(0);
  const handle = serveStdio(() => service.server(), { onerror: onError });
  await gone;
  await handle.close();
}
