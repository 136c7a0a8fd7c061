// Reads a request's body, up to a limit.

import type { IncomingMessage } from 'node:http';
import { parseJson } from '../base/json.ts';
import { announcesTooMuch, BodyBudget, readBody as receive, wrongContentType } from '../http/body.ts';
import { HttpProblem } from './problem.ts';

/** What all bodies that are arriving may hold. */
const bodies = new BodyBudget(64 * 1024 * 1024);

function tooLarge(mostBytes: number): HttpProblem {
  return new HttpProblem(413, `The request may hold at most ${mostBytes} bytes.`, { connection: 'close' });
}

/** Piece by piece. Throws when it is too much, before anything is read if the request says so itself. */
export async function* partsOf(request: IncomingMessage, mostBytes: number): AsyncGenerator<Buffer> {
  if (announcesTooMuch(request, mostBytes)) throw tooLarge(mostBytes);
  let bytes = 0;
  for await (const part of request) {
    const chunk: Buffer = Buffer.isBuffer(part) ? part : Buffer.from(part);
    bytes += chunk.length;
    if (bytes > mostBytes) throw tooLarge(mostBytes);
    yield chunk;
  }
}

export async function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer> {
  if (announcesTooMuch(request, mostBytes)) throw tooLarge(mostBytes);
  const body = await receive(request, mostBytes, bodies);
  if (body.kind === 'read') {
    bodies.giveBack(body.bytes.length);
    return body.bytes;
  }
  if (body.kind === 'too-large') throw tooLarge(mostBytes);
  if (body.kind === 'busy')
    throw new HttpProblem(503, 'Too much is on its way in.', { connection: 'close', 'retry-after': '1' });
  throw new HttpProblem(400, 'The request was aborted.');
}

/** JSON sent by our own pages: a form on another site cannot send this type without a preflight. Undefined: not JSON. */
export async function readJson(request: IncomingMessage, mostBytes: number): Promise<unknown> {
  if (wrongContentType(request) !== undefined) throw new HttpProblem(415, 'Send JSON.');
  const parsed = parseJson((await readBody(request, mostBytes)).toString('utf8'));
  return parsed.ok ? parsed.value : undefined;
}
