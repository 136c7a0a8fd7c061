// Owns the RAP runtime as a server of its own: opens the data, listens, and puts both away again.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '../../base/app-error.ts';
import { parseHttpUrl } from '../protocol/parse-url.ts';
import { RapRuntime, type RuntimeOptions } from '../runtime/runtime.ts';
import type { GuardOptions } from './guard.ts';
import { type RapHandler, rapHandler } from './handler.ts';
import { sendProblem } from './reply.ts';

export const DEFAULT_PORT = 7270;

export interface RapServerOptions extends RuntimeOptions {
  /** 0: any free one. Callback addresses hold it, so a server that restarts should keep its port. */
  readonly port?: number;
  readonly host?: string;
  readonly agentToken?: string;
  /** Answers what is not about RAP. */
  readonly fallback?: RapHandler;
}

export interface RapServer {
  readonly runtime: RapRuntime;
  /** Where it listens, e.g. http://127.0.0.1:7270. */
  readonly url: string;
  close(): Promise<void>;
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const busy = error.code === 'EADDRINUSE';
      const message = busy ? `Port ${port} is in use already.` : `Cannot listen on ${host}:${port}: ${error.message}.`;
      reject(new AppError('refused', message, { hint: 'Choose another one with --port.', cause: error }));
    });
    server.listen(port, host, () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') resolve(address);
      else reject(new AppError('internal', 'The server has no address.'));
    });
  });
}

export async function startRapServer(options: RapServerOptions): Promise<RapServer> {
  const { port = DEFAULT_PORT, host = '127.0.0.1', agentToken } = options;
  if (!LOOPBACK.has(host) && agentToken === undefined) {
    throw new AppError('refused', `Listening on ${host} lets the network in.`, {
      hint: 'Set an agent token (TOOLSCOPE_RAP_TOKEN), or listen on 127.0.0.1.',
    });
  }
  const runtime = RapRuntime.open(options);
  const publicHost = options.publicUrl === undefined ? undefined : parseHttpUrl(options.publicUrl)?.hostname;
  const guard: GuardOptions = {
    ...(agentToken === undefined ? {} : { agentToken }),
    hosts: [...(publicHost === undefined ? [] : [publicHost]), ...(LOOPBACK.has(host) ? [] : [host])],
  };
  const handler = rapHandler(runtime, guard);
  const server = createServer({ keepAliveTimeout: 30_000, headersTimeout: 10_000, requestTimeout: 60_000 });
  server.on('request', (request, response) => {
    if (handler(request, response) || options.fallback?.(request, response) === true) return;
    sendProblem(response, 404, 'not-found', 'There is nothing at this address.');
  });
  try {
    const address = await listen(server, port, host);
    const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
    const url = `http://${name}:${address.port}`;
    if (options.publicUrl === undefined) runtime.publicUrl = url;
    await runtime.start();
    return { runtime, url, close: () => close(server, runtime) };
  } catch (error) {
    server.close();
    await runtime.close();
    throw error;
  }
}

async function close(server: Server, runtime: RapRuntime): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await runtime.close();
  // Streams have ended by now; whoever is still sending gets a moment.
  const timer = setTimeout(() => server.closeAllConnections(), 1000);
  await closed;
  clearTimeout(timer);
}
