// Reads a request's body, up to a limit.

import type { IncomingMessage } from 'node:http';
import { parseJson } from '../base/json.ts';
import { HttpProblem } from './problem.ts';

/** Chunk by chunk. Throws when the body is too large; before reading if its Content-Length says so. */
export async function* partsOf(request: IncomingMessage, mostBytes: number): AsyncGenerator<Buffer> {
  const tooLarge = new HttpProblem(413, `The request may hold at most ${mostBytes} bytes.`, { connection: 'close' });
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge;
  let bytes = 0;
  for await (const part of request) {
    const chunk: Buffer = Buffer.isBuffer(part) ? part : Buffer.from(part);
    bytes += chunk.length;
    if (bytes > mostBytes) throw tooLarge;
    yield chunk;
  }
}

export async function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of partsOf(request, mostBytes)) parts.push(part);
  return Buffer.concat(parts);
}

/** JSON sent by our own pages: a form on another site cannot send this type without a preflight. Undefined: not JSON. */
export async function readJson(request: IncomingMessage, mostBytes: number): Promise<unknown> {
  if (!(request.headers['content-type'] ?? '').startsWith('application/json')) {
    throw new HttpProblem(415, 'Send JSON.');
  }
  const parsed = parseJson((await readBody(request, mostBytes)).toString('utf8'));
  return parsed.ok ? parsed.value : undefined;
}
