// Lets another protocol (MCP) answer on the same port: behind the same guard, with the same questions.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../base/app-error.ts';
import { type Question, readQuestion } from './answer.ts';
import { HttpProblem } from './problem.ts';
import { type QueryPool, ReadyJson, ReadyProblem } from './query-pool.ts';
import { readBody } from './read-body.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** Asks a question of the API. */
export type AskRoute = (
  name: Question['name'],
  parts: Question['parts'],
  query: unknown,
  signal: AbortSignal,
) => Promise<unknown>;

export type SideProtocol = (request: Request) => Promise<Response>;

const LARGEST_BODY = 1024 * 1024;
/** `Request` does not even allow some of the others. */
const METHODS = ['GET', 'POST', 'DELETE'];

export function askThrough(desk: QueryPool, now: () => number = Date.now): AskRoute {
  return async (name, parts, query, signal) => {
    try {
      const given = await desk.ask(readQuestion(name, parts, query, now()), signal);
      return given instanceof ReadyJson ? JSON.parse(given.text) : given;
    } catch (error) {
      if (!(error instanceof ReadyProblem) || error.problem.document.status >= 500) throw error;
      const { detail, hint } = error.problem.document;
      throw new AppError('refused', detail, hint === undefined ? {} : { hint });
    }
  };
}

function headersOf({ headers }: IncomingMessage): Headers {
  const given = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // The guard has already authenticated the client: credentials are not passed on.
    if (typeof value === 'string' && name !== 'authorization' && name !== 'cookie') given.set(name, value);
  }
  return given;
}

/** Passes a request to the protocol, and its answer to the client. */
export async function answerBeside(
  request: IncomingMessage,
  response: ServerResponse,
  protocol: SideProtocol,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  if (!METHODS.includes(method))
    throw new HttpProblem(405, `Use ${METHODS.join(' or ')}.`, { allow: METHODS.join(', ') });
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const body = method === 'POST' ? await readBody(request, LARGEST_BODY) : null;
  const address = new URL(url, `http://${request.headers.host ?? 'localhost'}`);
  const asked = new Request(address, { method, headers: headersOf(request), body, signal: gone.signal });
  const answer = await protocol(asked);
  const given = Buffer.from(await answer.arrayBuffer());
  const type = answer.headers.get('content-type');
  response.writeHead(answer.status, {
    ...SECURITY_HEADERS,
    'cache-control': 'no-store',
    ...(type === null ? {} : { 'content-type': type }),
    'content-length': given.length,
  });
  response.end(given);
}
