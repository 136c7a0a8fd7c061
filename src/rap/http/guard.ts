// Who may use the agent's side of the API: the machine's own programs, or anyone who has the token. Never a web page.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parseHttpUrl } from '../protocol/parse-url.ts';

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

const LOCAL: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function sameSecret(a: string, b: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}

/** Node reads the first of several Host headers; a proxy may use another one. */
export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host').length === 1;
}

/** Undefined when the request is allowed. */
export function guardAgent(request: IncomingMessage, options: GuardOptions): GuardRefusal | undefined {
  const host = request.headers.host ?? '';
  const url = parseHttpUrl(`http://${host}`);
  // Guards against DNS rebinding: a foreign name that points here is refused.
  if (
    url === undefined ||
    !hasOneHost(request) ||
    !(LOCAL.has(url.hostname) || options.hosts?.has(url.hostname) === true)
  ) {
    return { status: 403, code: 'wrong-host', message: 'This server does not answer to that name.' };
  }
  const { origin, authorization = '' } = request.headers;
  // Browsers send no Origin where a page embeds an address, but they send Sec-Fetch-Site.
  const site = request.headers['sec-fetch-site'] ?? 'none';
  const isForeign = origin !== undefined && parseHttpUrl(origin)?.host !== host;
  if (isForeign || !(site === 'none' || site === 'same-origin')) {
    return { status: 403, code: 'wrong-origin', message: 'Pages of other sites may not use this server.' };
  }
  if (options.agentToken === undefined) return undefined;
  const given = /^Bearer (.+)$/i.exec(authorization)?.[1] ?? '';
  if (sameSecret(given, options.agentToken)) return undefined;
  return { status: 401, code: 'token-needed', message: 'Send the agent token: Authorization: Bearer <token>.' };
}
