// Owns the door of a server that other machines can reach: a page that asks for the token, and the exchange for a cookie.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AccessToken } from './access-token.ts';
import { HttpProblem } from './problem.ts';
import { readBody } from './read-body.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

export const LOGIN_PATH = '/login';

/** A token and a few words around it. */
const LONGEST_FORM = 4096;

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Toolscope</title>
<meta name="viewport" content="width=device-width"></head>
<body><h1>Toolscope</h1>
<form method="post" action="${LOGIN_PATH}"><p><label>Token <input name="token" type="password" required autofocus></label>
<button>Open</button></p></form>
<p>The token is in the file <code>server-token</code> in Toolscope's data folder, on the machine that runs it.</p>
</body></html>
`;

/** This page alone may send a form, and only back to where it came from. */
const PAGE_POLICY = "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

function sendPage(response: ServerResponse): void {
  response.writeHead(401, {
    ...SECURITY_HEADERS,
    'content-security-policy': PAGE_POLICY,
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(PAGE),
    'cache-control': 'no-store',
  });
  response.end(PAGE);
}

function sendIn(response: ServerResponse, cookie: string): void {
  response.writeHead(303, { ...SECURITY_HEADERS, 'set-cookie': cookie, location: '/', 'cache-control': 'no-store' });
  response.end();
}

/** Answers a request for the door itself. */
export async function login(
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
  token: AccessToken,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'POST') {
    throw new HttpProblem(405, 'Use GET or POST.', { allow: 'GET, POST' });
  }
  const given =
    request.method === 'GET'
      ? query.get('code')
      : new URLSearchParams((await readBody(request, LONGEST_FORM)).toString('utf8')).get('token');
  const cookie = given === null ? undefined : token.exchange(given);
  if (cookie === undefined) sendPage(response);
  else sendIn(response, cookie);
}

/** Sends whoever has shown no token to the door; programs are told so. */
export function turnAway(isPage: boolean, response: ServerResponse): void {
  if (!isPage) {
    throw new HttpProblem(401, 'Send the token: Authorization: Bearer <token>.', { 'www-authenticate': 'Bearer' });
  }
  sendPage(response);
}
