// A request's body: read up to a limit, and never more of all bodies together than their budget allows.

import type { IncomingMessage } from 'node:http';

export type Body =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'aborted' };

/** How many bytes of bodies may be in memory at a time, over all requests together. */
export class BodyBudget {
  readonly #max: number;
  #used = 0;

  constructor(max: number) {
    this.#max = max;
  }

  take(bytes: number): boolean {
    if (this.#used + bytes > this.#max) return false;
    this.#used += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#used -= bytes;
  }
}

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

/** The whole body. The caller gives the bytes of a body that was read back to the budget when it is done with them. */
export function readBody(request: IncomingMessage, maxBytes: number, budget: BodyBudget): Promise<Body> {
  return new Promise((resolve) => {
    let chunks: Buffer[] | undefined = [];
    let size = 0;
    const stop = (body: Body): void => {
      if (chunks === undefined) return;
      chunks = undefined;
      budget.giveBack(size);
      resolve(body);
    };
    request.on('data', (chunk: Buffer) => {
      if (chunks === undefined) return;
      if (size + chunk.length > maxBytes) stop({ kind: 'too-large' });
      else if (!budget.take(chunk.length)) stop({ kind: 'busy' });
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
