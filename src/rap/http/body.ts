// Reads a request's body: as JSON, up to a limit, never more.

import type { IncomingMessage } from 'node:http';
import type { BodyBudget } from '../runtime/body-budget.ts';

export type Body =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'aborted' };

/** Undefined when the request says that its body is JSON in UTF-8; otherwise what is wrong. */
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

/** Whether the rest of the body is small enough to be discarded, so that the connection can be reused. */
export function isSmall(request: IncomingMessage): boolean {
  const announced = request.headers['content-length'];
  return request.complete || (announced !== undefined && Number(announced) <= 64 * 1024);
}

/** Whether the request announces more than is allowed, before any of it is read. */
export function announcesTooMuch(request: IncomingMessage, maxBytes: number): boolean {
  return Number(request.headers['content-length'] ?? 0) > maxBytes;
}

/** The whole body. With a budget, the caller returns the body's bytes when it is done with them. */
export function readBody(request: IncomingMessage, maxBytes: number, budget?: BodyBudget): Promise<Body> {
  return new Promise((resolve) => {
    let chunks: Buffer[] | undefined = [];
    let size = 0;
    const stop = (body: Body): void => {
      if (chunks === undefined) return;
      chunks = undefined;
      budget?.giveBack(size);
      resolve(body);
    };
    request.on('data', (chunk: Buffer) => {
      if (chunks === undefined) return;
      if (size + chunk.length > maxBytes) stop({ kind: 'too-large' });
      else if (budget?.take(chunk.length) === false) stop({ kind: 'busy' });
      else {
        size += chunk.length;
        chunks.push(chunk);
      }
    });
    request.on('end', () => {
      if (chunks === undefined) return;
      const [only] = chunks;
      resolve({ kind: 'read', bytes: chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks) });
      chunks = undefined;
    });
    request.on('error', () => stop({ kind: 'aborted' }));
    request.on('close', () => stop({ kind: 'aborted' }));
  });
}
