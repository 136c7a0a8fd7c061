// Host and origin checks: programs and pages of this machine under our own names, never a page of another site.

import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { isLoopback } from '../http/loopback.ts';
import { hostOf, isCrossSite } from '../http/request.ts';
import { HttpProblem } from './problem.ts';

export interface GuardOptions {
  /** The server can be reached from other machines, and accepts the names that they know it by. */
  readonly isExposed: boolean;
}

/** The address this connection came in on, as it stands in a Host header. */
function ownAddress({ socket }: IncomingMessage): string {
  const address = (socket.localAddress ?? '').replace(/^::ffff:/, '');
  return address.includes(':') ? `[${address}]` : address;
}

/** Guards against DNS rebinding: a foreign name that points here is refused. */
function isOurName(request: IncomingMessage, { isExposed }: GuardOptions): boolean {
  const named = hostOf(request);
  if (named === undefined || named.port !== request.socket.localPort) return false;
  if (isLoopback(named.name)) return true;
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
  const isForeign = origin !== undefined && origin !== `http://${host}`;
  if (isForeign || (isCrossSite(request) && !(isPage && isNavigation(request)))) {
    throw new HttpProblem(403, 'Pages of other sites may not send requests to this server.', { connection: 'close' });
  }
}
