// Sends answers: JSON with an ETag, lines as they come, and bodies that can do no harm.

import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import { sendJson } from '../http/send-json.ts';
import type { Bytes, Lines } from './handler.ts';
import type { ProblemReply } from './problem.ts';
import { BODY_POLICY, SECURITY_HEADERS } from './security-headers.ts';
import type { SlowReader } from './slow-reader.ts';

const packed = promisify(gzip);

/** Log content is never cached. Programs may still ask by ETag whether it has changed. */
const NO_STORE = 'no-store';

/** Smaller answers gain nothing from compression. */
const WORTH_PACKING_BYTES = 1024;

/** On the same machine compression costs more than it saves. */
function wantsPacked({ headers, socket }: IncomingMessage): boolean {
  const from = socket.remoteAddress ?? '';
  if (from === '::1' || from.startsWith('127.') || from.startsWith('::ffff:127.')) return false;
  return /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));
}

function tagOf(body: Uint8Array): string {
  return `W/"${createHash('sha1').update(body).digest('base64url')}"`;
}

/** Whether the client has this already. */
export function isKnown({ headers }: IncomingMessage, tag: string): boolean {
  const known = headers['if-none-match'];
  if (known === undefined) return false;
  const bare = tag.replace(/^W\//, '');
  return known.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === bare);
}

/** JSON that clients may know already. */
export async function sendAnswer(request: IncomingMessage, response: ServerResponse, text: string): Promise<void> {
  const body = Buffer.from(text);
  const tag = tagOf(body);
  const headers = { ...SECURITY_HEADERS, etag: tag, 'cache-control': NO_STORE, vary: 'accept-encoding' };
  if (isKnown(request, tag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const isPacked = body.length >= WORTH_PACKING_BYTES && wantsPacked(request);
  const sent = isPacked ? await packed(body, { level: 4 }) : body;
  response.writeHead(200, {
    ...headers,
    'content-type': 'application/json',
    'content-length': sent.length,
    ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
  });
  response.end(sent);
}

/** One line at a time: yields to other work between lines, and waits for slow readers. */
export async function sendLines(
  request: IncomingMessage,
  response: ServerResponse,
  { lines }: Lines,
  reader: SlowReader,
): Promise<void> {
  const isPacked = wantsPacked(request);
  response.writeHead(200, {
    ...SECURITY_HEADERS,
    'content-type': 'application/x-ndjson',
    'cache-control': NO_STORE,
    ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const out = isPacked ? createGzip({ level: 4, flush: constants.Z_SYNC_FLUSH }) : response;
  if (out !== response) out.pipe(response);
  for await (const line of lines) {
    if (reader.signal.aborted) return;
    await reader.write(out, `${line}\n`);
    await nextTurn();
  }
  out.end();
}

/** A file name that is valid on every system: no folders, no quotes, no control characters. */
function safeName(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '_').replace(/^\.+/, '');
  return plain === '' ? 'body' : plain.slice(0, 100);
}

/** Headers are ASCII only, and these may contain names of the user's own patterns. */
function plainHeaders(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, text.replace(/[^\x20-\x7e]/g, '?')]));
}

/** Small pieces are collected, and some are empty: yields to other work after this many characters or pieces. */
const TURN_CHARACTERS = 64 * 1024;
const TURN_PIECES = 200;

/** Sent as they come, so that nothing long is held in memory. Waits for slow readers. */
async function writePieces(
  response: ServerResponse,
  pieces: Iterable<string> | AsyncIterable<string>,
  reader: SlowReader,
): Promise<void> {
  let gathered = '';
  let count = 0;
  for await (const piece of pieces) {
    gathered += piece;
    count++;
    if (piece !== '' && gathered.length < TURN_CHARACTERS && count < TURN_PIECES) continue;
    if (reader.signal.aborted) return;
    if (gathered !== '') await reader.write(response, gathered);
    [gathered, count] = ['', 0];
    await nextTurn();
  }
  if (gathered !== '') response.write(gathered);
}

export async function sendBytes(
  request: IncomingMessage,
  response: ServerResponse,
  { body, type, saveAs, headers: further }: Bytes,
  reader: SlowReader,
): Promise<void> {
  const headers: Record<string, string | number> = {
    ...SECURITY_HEADERS,
    'content-security-policy': BODY_POLICY,
    'content-type': type,
    'cache-control': NO_STORE,
    ...plainHeaders(further),
    ...(saveAs === null ? {} : { 'content-disposition': `attachment; filename="${safeName(saveAs)}"` }),
  };
  const isHead = request.method === 'HEAD';
  if (typeof body === 'object' && 'stream' in body) {
    response.writeHead(200, headers);
    if (isHead) {
      body.stream.destroy();
      response.end();
    } else {
      for await (const piece of body.stream) {
        if (reader.signal.aborted) return;
        await reader.write(response, Buffer.from(piece));
      }
      response.end();
    }
    return;
  }
  if (typeof body === 'object' && 'pieces' in body) {
    response.writeHead(200, headers);
    if (!isHead) await writePieces(response, body.pieces, reader);
    response.end();
    return;
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const tag = tagOf(bytes);
  if (isKnown(request, tag)) {
    response.writeHead(304, { ...headers, etag: tag }).end();
    return;
  }
  response.writeHead(200, { ...headers, etag: tag, 'content-length': bytes.length });
  response.end(bytes);
}

export function sendProblem(response: ServerResponse, { document, headers }: ProblemReply): void {
  const type = { 'content-type': 'application/problem+json' };
  sendJson(response, document.status, document, { ...SECURITY_HEADERS, ...type, ...headers });
}
