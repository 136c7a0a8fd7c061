// The RAP runtime as its own server: opens the data, listens, and closes both again.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '../../base/app-error.ts';
import type { RapRuntime } from '../runtime/runtime.ts';
import type { RapHandler } from './handler.ts';
import { checkExposure, type MountedRap, type MountOptions, mountRap } from './mount.ts';
import { sendProblem } from './reply.ts';

export const DEFAULT_PORT = 7270;

export interface RapServerOptions extends MountOptions {
  /** 0: any free one. Callback addresses contain the port, so a restarted server should keep it. */
  readonly port?: number;
  readonly host?: string;
  /** Answers requests that are not about RAP. */
  readonly fallback?: RapHandler;
}

export interface RapServer {
  readonly runtime: RapRuntime;
  /** Where it listens, e.g. http://127.0.0.1:7270. */
  readonly url: string;
  close(): Promise<void>;
}

function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const busy = error.code === 'EADDRINUSE';
      const message = busy ? `Port ${port} is in use already.` : `Cannot listen on ${host}:${port}: ${error.message}.`;
      const hint = `Choose another one with ${busy || error.code === 'EACCES' ? '--port' : '--host'}.`;
      reject(new AppError('refused', message, { hint, cause: error }));
    });
    server.listen(port, host, () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') resolve(address);
      else reject(new AppError('internal', 'The server has no address.'));
    });
  });
}

export async function startRapServer(options: RapServerOptions): Promise<RapServer> {
  const { port = DEFAULT_PORT, host = '127.0.0.1' } = options;
  checkExposure(host, options);
  const rap = mountRap(options);
  const server = createServer({ keepAliveTimeout: 30_000, headersTimeout: 10_000, requestTimeout: 60_000 });
  server.on('request', (request, response) => {
    if (rap.handle(request, response) || options.fallback?.(request, response) === true) return;
    sendProblem(response, 404, 'not-found', 'There is nothing at this address.');
  });
  try {
    const address = await listen(server, port, host);
    const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
    const url = `http://${name}:${address.port}`;
    await rap.start({ host, url });
    return { runtime: rap.runtime, url, close: () => close(server, rap) };
  } catch (error) {
    server.close();
    await rap.close();
    throw error;
  }
}

async function close(server: Server, rap: MountedRap): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  await rap.close();
  // Streams have ended by now; running requests get a moment to finish.
  const timer = setTimeout(() => server.closeAllConnections(), 1000);
  await closed;
  clearTimeout(timer);
}
