// Starting and stopping an HTTP server.

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '../base/app-error.ts';

/** How long a client may take to send a request, and keep a connection without one. */
export const TIMEOUTS = { keepAliveTimeout: 30_000, headersTimeout: 10_000, requestTimeout: 30_000 };

/** Clients that are being answered when the server stops get a moment. */
const CLOSE_GRACE_MS = 500;

/** Listens on the first of these ports that is free; 0 is any free one. */
export async function listen(server: Server, host: string, ports: readonly number[]): Promise<AddressInfo> {
  const [port = 0, ...others] = ports;
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    const isTaken = 'code' in cause && (cause.code === 'EADDRINUSE' || cause.code === 'EACCES');
    if (isTaken && others.length > 0) return listen(server, host, others);
    const reason = isTaken ? `Port ${port} is taken or not allowed` : `Cannot listen on ${host}: ${cause.message}`;
    const hint = `Choose another one with ${isTaken ? '--port' : '--host'}.`;
    throw new AppError('refused', `${reason}.`, { hint, cause });
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new AppError('internal', 'The server has no address.');
  return address;
}

export function httpUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Takes no more requests. `endAnswers` ends streams and long polls, which would go on otherwise. */
export async function closeServer(server: Server, endAnswers: () => Promise<void>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await endAnswers();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
  await closed;
  clearTimeout(timer);
}
