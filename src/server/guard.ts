// Host and origin checks: programs and pages of this machine under our own names, never a page of another site.

import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { HttpProblem } from './problem.ts';

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export interface GuardOptions {
  /** The server can be reached from other machines, and accepts the names that they know it by. */
  readonly isExposed: boolean;
}

interface Named {
  readonly name: string;
  readonly port: number;
}

/** `name`, `name:port` or `[address]:port`, and nothing else: no user, no path, no space. */
function parseHost(host: string): Named | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(\d{1,5}))?$/i.exec(host);
  if (match === null) return undefined;
  return { name: (match[1] ?? '').toLowerCase(), port: match[2] === undefined ? 80 : Number(match[2]) };
}

/** The local address of this connection, as in a Host header. */
function ownAddress({ socket }: IncomingMessage): string {
  const address = (socket.localAddress ?? '').replace(/^::ffff:/, '');
  return address.includes(':') ? `[${address}]` : address;
}

/** Guards against DNS rebinding: a foreign name that points here is refused. */
function isOurName(request: IncomingMessage, { isExposed }: GuardOptions): boolean {
  const named = parseHost(request.headers.host ?? '');
  if (named === undefined || named.port !== request.socket.localPort) return false;
  if (LOOPBACK_NAMES.has(named.name)) return true;
  if (!isExposed) return false;
  const machine = hostname().toLowerCase();
  return [ownAddress(request), machine, `${machine}.local`].includes(named.name);
}

/** A user follows a link or types an address: allowed for pages, which contain no log data. */
function isNavigation({ headers, method }: IncomingMessage): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

/** Throws if the request is not allowed. `isPage`: it asks for the app itself, not for data. */
export function guardRequest(request: IncomingMessage, isPage: boolean, options: GuardOptions): void {
  if (!isOurName(request, options)) {
    throw new HttpProblem(421, 'Open it under the address that Toolscope printed.', { connection: 'close' });
  }
  const { origin, host } = request.headers;
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new HttpProblem(403, 'Pages of other sites may not send requests to this server.', { connection: 'close' });
  }
  const site = request.headers['sec-fetch-site'];
  const isOwn = site === undefined || site === 'same-origin' || site === 'none';
  if (!isOwn && !(isPage && isNavigation(request))) {
    throw new HttpProblem(403, 'Pages of other sites may not send requests to this server.', { connection: 'close' });
  }
}
