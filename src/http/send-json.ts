// Answers with JSON that no cache keeps and no browser takes for anything else.

import type { ServerResponse } from 'node:http';

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.destroyed) return;
  // Half an answer cannot be taken back.
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // A string leaves together with the headers, in one write; a buffer would not.
  const body = JSON.stringify(value);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(body);
}
