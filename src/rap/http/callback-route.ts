// POST /rap/v1/callback/{token}: method, address, type and size are checked before the body is read.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { announcesTooMuch, readBody, wrongContentType } from '../../http/body.ts';
import type { Reply } from '../runtime/receive-callback.ts';
import type { RapRuntime } from '../runtime/runtime.ts';
import { sendProblem } from './reply.ts';

export const CALLBACK_PATH = '/rap/v1/callback/';

/** Bytes of a rejected body that are read at most. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

/**
 * Many senders write a whole body before they read the answer. If the connection closed while they write, they would
 * never see the rejection, take it for silence, and send the same again.
 */
function endWhenSent(request: IncomingMessage, response: ServerResponse): void {
  let left = MAX_DRAINED_BYTES;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) response.end();
  });
  request.on('end', () => response.end());
}

/** Whether so little of the body is missing that it can be thrown away: then the connection can serve again. */
function isSmall(request: IncomingMessage): boolean {
  const announced = request.headers['content-length'];
  return request.complete || (announced !== undefined && Number(announced) <= 64 * 1024);
}

/** Tools get a bare answer: they need not read it, and no browser does. */
function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const { status, code, message, retryAfterS } = reply;
  const body = JSON.stringify(status < 400 ? { ok: true, code, message } : { error: message ?? code, code });
  const headers: Record<string, string | number> = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  if (retryAfterS !== undefined) headers['retry-after'] = retryAfterS;
  if (status === 401) headers['www-authenticate'] = 'Capability realm="rap"';
  if (isSmall(request)) {
    response.writeHead(status, headers).end(body);
    return;
  }
  // The rest of a long body is still being sent: the connection cannot be reused.
  response.writeHead(status, { ...headers, connection: 'close' }).write(body);
  endWhenSent(request, response);
}

export async function handleCallback(
  runtime: RapRuntime,
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
): Promise<void> {
  if (request.method !== 'POST') {
    sendProblem(response, 405, 'method-not-allowed', 'Callbacks are sent with POST.', { allow: 'POST' });
    return;
  }
  const address = runtime.authenticate(token, request.socket.remoteAddress ?? '');
  if ('status' in address) {
    send(request, response, address);
    return;
  }
  const { maxBodyBytes } = runtime.limits;
  const tooLarge: Reply = {
    status: 413,
    code: 'too-large',
    message: `The body may have at most ${maxBodyBytes} bytes.`,
  };
  const wrongType = wrongContentType(request);
  if (wrongType !== undefined || announcesTooMuch(request, maxBodyBytes)) {
    const reply = wrongType === undefined ? tooLarge : { status: 415, code: 'wrong-content-type', message: wrongType };
    runtime.noteRejection(reply, Number(request.headers['content-length'] ?? 0) || 0, address);
    send(request, response, reply);
    return;
  }
  const body = await readBody(request, maxBodyBytes, runtime.bodies);
  if (body.kind === 'read') {
    let reply: Reply;
    try {
      reply = await runtime.receive(address, request.headers, body.bytes);
    } finally {
      runtime.bodies.giveBack(body.bytes.length);
    }
    send(request, response, reply);
  } else if (body.kind === 'too-large') {
    runtime.noteRejection(tooLarge, maxBodyBytes, address);
    send(request, response, tooLarge);
  } else if (body.kind === 'busy') send(request, response, { status: 503, code: 'busy', retryAfterS: 1 });
  else response.destroy();
}
