// The address that signs a browser in, and the page for browsers that are not.

import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpProblem } from '../problem.ts';
import { SECURITY_HEADERS } from '../security-headers.ts';
import type { Access } from './access.ts';

export const SIGN_IN_PATH = '/login';

/** Which run of a server answers: `toolscope open` makes codes only for the instance it expects. */
export const INSTANCE_HEADER = 'toolscope-instance';

const STYLE = `
:root { color-scheme: light dark; --page: #f7f7f8; --card: #fff; --text: #1c1d21; --soft: #5c5f69; --line: #dcdde2; }
@media (prefers-color-scheme: dark) {
  :root { --page: #121316; --card: #1b1c20; --text: #e8e9ed; --soft: #a2a5b0; --line: #34363d; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--page);
  color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 34rem; padding: 1.75rem 2rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 10px; }
h1 { margin: 0 0 .75rem; font-size: 1.25rem; }
p { margin: .75rem 0; }
.soft { color: var(--soft); font-size: .9rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .95em; }
pre { margin: .75rem 0; padding: .6rem .8rem; border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; }
`;

/** No scripts, nothing loaded: the only style is in the page. */
const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

function pageWith(title: string, lead: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} · Toolscope</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
<body><main>
<h1>${title}</h1>
<p>${lead} On the machine that runs Toolscope, run</p>
<pre><code>toolscope open</code></pre>
<p>and open the address it prints. In a clone of the repository, that is <code>npm start -- open</code>.</p>
<p class="soft">The address signs this browser in once; it stays signed in when Toolscope is started again. Other users of
the machine cannot read your sessions. Programs send the token in the file <code>server-token</code> in Toolscope’s data
folder.</p>
</main></body></html>
`;
}

const SIGNED_OUT = pageWith('Sign in to Toolscope', 'This browser is not signed in.');
const NO_GOOD = pageWith(
  'This address no longer works',
  'An address to sign in works once, within five minutes, and only for the server that it was made for.',
);

function sendPage(response: ServerResponse, page: string, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(401, {
    ...SECURITY_HEADERS,
    'content-security-policy': PAGE_POLICY,
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(page),
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(page);
}

/** Answers a request for the address itself. Afterwards the browser is at an address without a code. */
export function signIn(
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
  access: Access,
): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new HttpProblem(405, 'Use GET.', { allow: 'GET, HEAD' });
  }
  const told = { [INSTANCE_HEADER]: access.instance };
  const code = query.get('code');
  // A prefetch or a program's HEAD request must not use up the code.
  const isVisit = request.method === 'GET' && !String(request.headers['sec-purpose'] ?? '').includes('prefetch');
  const cookie = code === null || !isVisit ? undefined : access.signIn(code, request);
  if (cookie !== undefined) {
    const headers = { ...SECURITY_HEADERS, ...told, 'set-cookie': cookie, 'cache-control': 'no-store' };
    response.writeHead(303, { ...headers, location: '/' }).end();
  } else if (access.allows(request) && isVisit) {
    response.writeHead(303, { ...SECURITY_HEADERS, ...told, 'cache-control': 'no-store', location: '/' }).end();
  } else sendPage(response, code === null ? SIGNED_OUT : NO_GOOD, told);
}

/** Tells browsers how to sign in, and programs what to send. */
export function turnAway(isPage: boolean, request: IncomingMessage, response: ServerResponse): void {
  if (!isPage) {
    throw new HttpProblem(
      401,
      'Send the token from the file server-token in the data folder (Authorization: Bearer <token>), ' +
        'or sign in with the address that toolscope open prints.',
      { 'www-authenticate': 'Bearer' },
    );
  }
  // Browsers withhold the cookie when a link on another site leads here, and send it when the page reloads itself.
  const isFromElsewhere = request.headers['sec-fetch-site'] === 'cross-site';
  sendPage(response, SIGNED_OUT, isFromElsewhere ? { refresh: '0' } : {});
}
