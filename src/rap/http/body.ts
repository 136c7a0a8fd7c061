// Owns reading a request's body: as JSON, up to a limit, never more.

import type { IncomingMessage } from 'node:http';

export type Body =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'aborted' };

/** Undefined when the request says its body is JSON in UTF-8; otherwise what is wrong. */
export function wrongContentType(request: IncomingMessage): string | undefined {
  if (request.headers['content-type'] === 'application/json' && request.headers['content-encoding'] === undefined)
    return undefined;
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  if (type.trim() !== 'application/json') return 'Content-Type must be application/json.';
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) return 'The charset must be UTF-8.';
  const encoding = request.headers['content-encoding'] ?? 'identity';
  return encoding.toLowerCase() === 'identity' ? undefined : 'Compressed bodies are not accepted.';
}

/** Whether the request announces more than is allowed, before any of it is read. */
export function announcesTooMuch(request: IncomingMessage, maxBytes: number): boolean {
  return Number(request.headers['content-length'] ?? 0) > maxBytes;
}

export function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else {
        chunks.length = 0;
        resolve({ kind: 'too-large' });
      }
    });
    request.on('end', () => {
      const [only] = chunks;
      resolve({ kind: 'read', bytes: chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks) });
    });
    request.on('error', () => resolve({ kind: 'aborted' }));
    request.on('close', () => resolve({ kind: 'aborted' }));
  });
}
