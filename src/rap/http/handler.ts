// The paths below /rap/v1/: callbacks for anyone who has their address, the rest for the agent.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressOf } from '../../http/request.ts';
import { sendJson } from '../../http/send-json.ts';
import { SCHEMAS } from '../protocol/schemas.ts';
import type { RapRuntime } from '../runtime/runtime.ts';
import { handleAgent } from './agent-routes.ts';
import { CALLBACK_PATH, handleCallback } from './callback-route.ts';
import { type GuardOptions, guardAgent } from './guard.ts';
import { sendError, sendProblem } from './reply.ts';

const PREFIX = '/rap/v1';

/** Answers the request if it is about RAP. False: it is not. */
export type RapHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

function decodePath(path: string): string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function sendSchema(response: ServerResponse, name: string | undefined): void {
  if (name === undefined) {
    sendJson(response, 200, { schemas: Object.keys(SCHEMAS) });
    return;
  }
  const key = name.replace(/(?:\.schema)?\.json$/, '');
  const schema = Object.hasOwn(SCHEMAS, key) ? SCHEMAS[key] : undefined;
  if (schema === undefined) sendProblem(response, 404, 'not-found', 'There is no schema of that name.');
  else sendJson(response, 200, schema, { 'content-type': 'application/schema+json' });
}

async function answerAgent(
  runtime: RapRuntime,
  options: GuardOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = guardAgent(request, options);
  if (refusal !== undefined) {
    sendProblem(response, refusal.status, refusal.code, refusal.message, { connection: 'close' });
    return;
  }
  const address = addressOf(request);
  const path = decodePath(address.path.slice(PREFIX.length + 1));
  if (path === undefined) {
    sendProblem(response, 400, 'bad-usage', 'The path is not encoded correctly.');
    return;
  }
  const [root = '', name, ...rest] = path;
  if (request.method === 'GET' && root === '' && name === undefined) {
    sendJson(response, 200, {
      protocol: 'rap',
      callbacks: 'POST /rap/v1/callback/{token}',
      threads: '/rap/v1/threads',
    });
    return;
  }
  if (request.method === 'GET' && root === 'schemas' && rest.length === 0) {
    sendSchema(response, name);
    return;
  }
  if (await handleAgent({ runtime, request, response, query: address.query }, path)) return;
  sendProblem(response, 404, 'not-found', 'There is nothing at this address, or not with this method.');
}

/** For mounting on any node:http server. */
export function rapHandler(runtime: RapRuntime, options: GuardOptions = {}): RapHandler {
  return (request, response) => {
    const url = request.url ?? '';
    let work: Promise<void>;
    if (url.startsWith(CALLBACK_PATH)) {
      const [token = ''] = url.slice(CALLBACK_PATH.length).split('?', 1);
      work = handleCallback(runtime, request, response, token);
    } else if (/^\/rap\/v1(?:[/?]|$)/.test(url)) work = answerAgent(runtime, options, request, response);
    else return false;
    work.catch((error: unknown) => sendError(response, error));
    return true;
  };
}
