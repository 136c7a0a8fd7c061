// The MCP server over standard input and output, as agents start it.

import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { AppError } from '../base/app-error.ts';
import type { McpService } from './server.ts';

/** A client that goes on sending nonsense does not fill a log with what is said about it. */
const MOST_NOTES = 5;

/** Serves until the client has gone. */
export async function serveOverStdio(service: McpService, onError: (error: unknown) => void): Promise<void> {
  const gone = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error'] as const) process.stdin.once(event, () => resolve());
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
    // The transport stops listening when a message is longer than any should be.
    process.once('beforeExit', () => resolve());
  });
  // While the pipe is full each answer waits for it with listeners of its own: many are no leak.
  process.stdout.setMaxListeners(0);
  let notes = 0;
  const onerror = ({ message }: Error): void => {
    if (++notes > MOST_NOTES) return;
    const why = message.startsWith('[') ? 'it is no message of the protocol' : message.split('\n', 1)[0];
    const end = notes === MOST_NOTES ? ' Of others nothing is said.' : '';
    onError(new AppError('bad-usage', `Something that the client sent was not understood: ${why}.${end}`));
  };
  const handle = serveStdio(() => service.server(), { onerror });
  await gone;
  await handle.close();
}
