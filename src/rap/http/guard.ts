// Who may use the agent's side of the API: the machine's own programs, or anyone who has the token. Never a web page.

import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../../http/loopback.ts';
import { hostOf, isCrossSite } from '../../http/request.ts';
import { sameSecret } from '../../http/same-secret.ts';

export interface GuardOptions {
  /** Required with every request if set. */
  readonly agentToken?: string;
  /** Names the server answers to in addition to localhost. */
  readonly hosts?: ReadonlySet<string>;
}

export interface GuardRefusal {
  readonly status: 401 | 403;
  readonly code: string;
  readonly message: string;
}

/** Undefined when the request may go on. */
export function guardAgent(request: IncomingMessage, { agentToken, hosts }: GuardOptions): GuardRefusal | undefined {
  const name = hostOf(request)?.name;
  // A name that was made to point here by somebody else's DNS must not open this door.
  if (name === undefined || !(isLoopback(name) || hosts?.has(name) === true)) {
    return { status: 403, code: 'wrong-host', message: 'This server does not answer to that name.' };
  }
  const { host, origin, authorization = '' } = request.headers;
  // Behind a proxy that ends TLS, our own pages are those of https.
  const isForeign = origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`;
  if (isForeign || isCrossSite(request)) {
    return { status: 403, code: 'wrong-origin', message: 'Pages of other sites may not use this server.' };
  }
  if (agentToken === undefined) return undefined;
  const given = /^Bearer (.+)$/i.exec(authorization)?.[1] ?? '';
  if (sameSecret(given, agentToken)) return undefined;
  return { status: 401, code: 'token-needed', message: 'Send the agent token: Authorization: Bearer <token>.' };
}
