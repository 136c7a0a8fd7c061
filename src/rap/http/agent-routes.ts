// The agent's side of the API: threads, calls, results. Names are spelled as in the protocol.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../../base/app-error.ts';
import { isObject, type JsonObject, parseExactly } from '../../base/json.ts';
import { formatInstant } from '../../base/time.ts';
import { readBody, wrongContentType } from '../../http/body.ts';
import { sendJson } from '../../http/send-json.ts';
import { parseBody } from '../protocol/parse-body.ts';
import { Malformed } from '../protocol/parse-callback.ts';
import { CANCEL_TOOL } from '../runtime/built-in-tools.ts';
import type { Registered } from '../runtime/register-call.ts';
import type { RapRuntime } from '../runtime/runtime.ts';
import type { CallRow } from '../store/rap-calls.ts';
import type { ThreadRow } from '../store/rap-threads.ts';
import {
  callRequest,
  choiceAnswer,
  movesRequest,
  numberIn,
  segmentTypes,
  threadRequest,
  toolsetsRequest,
  wholeIn,
} from './requests.ts';
import { streamItems, wantsStream } from './stream.ts';

const MAX_REQUEST_BYTES = 4 * 1024 * 1024;
const MAX_WAIT_S = 60;

interface Exchange {
  readonly runtime: RapRuntime;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
}

function threadWire(row: ThreadRow) {
  const ancestors = row.ancestors === null ? undefined : parseExactly(row.ancestors);
  return {
    group_id: row.groupId,
    state: row.state,
    title: row.title,
    user_id: row.userId,
    thread_ancestors: ancestors?.ok === true ? ancestors.value : null,
    opened_at: formatInstant(row.openedAt),
    last_at: formatInstant(row.lastAt),
    closed_at: formatInstant(row.closedAt),
  };
}

function callWire(row: CallRow) {
  return {
    number: row.call,
    group_id: row.groupId,
    id: row.id,
    call_id: row.callId,
    operation: row.operation,
    state: row.state,
    delivery: row.delivery,
    subscription: row.subscription,
    registered_at: formatInstant(row.registeredAt),
    deadline_at: formatInstant(row.deadlineAt),
    settled_at: formatInstant(row.settledAt),
  };
}

function registeredWire(registered: Registered) {
  const { groupId, id, delivery, deadlineAt, invocation, result } = registered;
  return {
    group_id: groupId,
    id,
    call_id: invocation.call_id,
    callback_url: invocation.callback_url,
    delivery,
    deadline_at: formatInstant(deadlineAt),
    invocation,
    ...(result === null ? {} : { result }),
  };
}

function toolsWire(runtime: RapRuntime, groupId: string) {
  const { tools, clashes, problems } = runtime.tools(groupId);
  return {
    tools: [
      ...[...tools.values()].map(({ name, description, inputSchema, annotations, displayScript, base }) => ({
        ...{ name, description, inputSchema, annotations, displayScript, base },
      })),
      {
        name: CANCEL_TOOL,
        description: 'Ends a subscription that an earlier tool call of this thread started.',
        inputSchema: {
          type: 'object',
          required: ['tool_call_id'],
          properties: { tool_call_id: { type: 'string', description: 'Id of the call that started it.' } },
        },
        base: null,
      },
    ],
    clashes,
    problems,
  };
}

async function requestBody({ runtime, request }: Exchange): Promise<JsonObject> {
  const body = await readBody(request, MAX_REQUEST_BYTES, runtime.bodies);
  if (body.kind === 'busy') throw new AppError('store-busy', 'Too much is on its way in.');
  if (body.kind === 'too-large')
    throw new AppError('bad-usage', `A request may have at most ${MAX_REQUEST_BYTES} bytes.`);
  if (body.kind !== 'read') throw new AppError('bad-usage', 'The request was aborted.');
  runtime.bodies.giveBack(body.bytes.length);
  if (body.bytes.length === 0) return {};
  const wrong = wrongContentType(request);
  if (wrong !== undefined) throw new AppError('bad-usage', wrong);
  try {
    const { value } = parseBody(body.bytes);
    if (isObject(value)) return value;
  } catch (error) {
    if (error instanceof Malformed) throw new AppError('bad-usage', error.message);
    throw error;
  }
  throw new AppError('bad-usage', 'The body must be a JSON object.');
}

async function sendFeed(exchange: Exchange, groupId: string, feed: 'results' | 'display'): Promise<void> {
  const { runtime, request, response, query } = exchange;
  const lastEventId = request.headers['last-event-id'];
  const from = wholeIn(query, 'after', 0, Number.MAX_SAFE_INTEGER);
  const after = typeof lastEventId === 'string' && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : from;
  const supported = segmentTypes(query);
  if (wantsStream(request)) {
    await streamItems(response, after, (options) =>
      feed === 'results' ? runtime.results(groupId, options) : runtime.display(groupId, { ...options, supported }),
    );
    return;
  }
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const options = {
    after,
    maxItems: Math.max(1, wholeIn(query, 'limit', 100, 100)),
    waitMs: numberIn(query, 'wait', 0, MAX_WAIT_S) * 1000,
    signal: gone.signal,
  };
  const page =
    feed === 'results'
      ? await runtime.results(groupId, options)
      : await runtime.display(groupId, { ...options, supported });
  const { items, next, more, closed } = page;
  sendJson(response, 200, { items, next, more, closed });
}

async function postThread(exchange: Exchange, groupId: string, action: string): Promise<boolean> {
  const { runtime, response } = exchange;
  const body = await requestBody(exchange);
  if (action === 'invocations') {
    sendJson(response, 201, registeredWire(await runtime.register(groupId, callRequest(body))));
  } else if (action === 'toolsets') {
    await runtime.addToolsets(groupId, toolsetsRequest(body));
    sendJson(response, 200, toolsWire(runtime, groupId));
  } else if (action === 'migrate') {
    const moved = await runtime.migrate(groupId, movesRequest(body));
    sendJson(response, 200, {
      ok: true,
      moved: moved.map(({ from, to, handedOver }) => ({ from, to, handed_over: handedOver })),
    });
  } else if (action === 'close') {
    sendJson(response, 200, { ok: true, changed: await runtime.closeThread(groupId) });
  } else return false;
  return true;
}

async function getThread(exchange: Exchange, groupId: string, what: string): Promise<boolean> {
  const { runtime, response, query } = exchange;
  if (what === 'results' || what === 'display') {
    await sendFeed(exchange, groupId, what);
  } else if (what === 'tools') {
    sendJson(response, 200, toolsWire(runtime, groupId));
  } else if (what === 'calls' || what === 'subscriptions') {
    const after = wholeIn(query, 'after', 0, Number.MAX_SAFE_INTEGER);
    const calls = what === 'calls' ? runtime.calls(groupId, after) : runtime.subscriptions(groupId, after);
    sendJson(response, 200, { calls: calls.map(callWire) });
  } else return false;
  return true;
}

async function ofCall(exchange: Exchange, groupId: string, id: string, action: string | undefined): Promise<boolean> {
  const { runtime, request, response } = exchange;
  if (request.method === 'GET' && action === undefined) {
    sendJson(response, 200, callWire(runtime.call(groupId, id)));
  } else if (request.method === 'POST' && action === 'cancel') {
    sendJson(response, 200, { ok: true, cancelled: await runtime.cancel(groupId, id) });
  } else if (request.method === 'POST' && action === 'choice') {
    const answer = choiceAnswer(await requestBody(exchange));
    sendJson(response, 200, { ok: true, ...(await runtime.answerChoice(groupId, id, answer)) });
  } else return false;
  return true;
}

async function ofThreads(exchange: Exchange): Promise<boolean> {
  const { runtime, request, response, query } = exchange;
  if (request.method === 'POST') {
    const thread = await runtime.openThread(threadRequest(await requestBody(exchange)));
    sendJson(response, 201, { ...threadWire(thread), ...toolsWire(runtime, thread.groupId) });
    return true;
  }
  const limit = wholeIn(query, 'limit', 100, 1000);
  const threads = runtime.threads(limit, wholeIn(query, 'offset', 0, Number.MAX_SAFE_INTEGER));
  sendJson(response, 200, {
    threads: threads.map(({ calls, pending, subscriptions, ...row }) => ({
      ...threadWire(row),
      ...{ calls, pending, subscriptions },
    })),
  });
  return true;
}

function sendRejections({ runtime, response, query }: Exchange): boolean {
  const rows = runtime.rejections(wholeIn(query, 'limit', 100, 1000), query.get('group_id') ?? undefined);
  sendJson(response, 200, {
    rejections: rows.map(({ rejection, at, reason, status, groupId, id, type, bytes, body }) => ({
      ...{ number: rejection, at: formatInstant(at), reason, status, group_id: groupId, id, type, bytes, body },
    })),
  });
  return true;
}

/** False when there is no such route. `path` begins after /rap/v1/. */
export async function handleAgent(exchange: Exchange, path: readonly string[]): Promise<boolean> {
  const [root, groupId, what, id, action, ...rest] = path;
  const { method } = exchange.request;
  const isGet = method === 'GET';
  if ((!isGet && method !== 'POST') || rest.length > 0) return false;
  if (root === 'rejections' && path.length === 1 && isGet) return sendRejections(exchange);
  if (root !== 'threads') return false;
  if (groupId === undefined) return ofThreads(exchange);
  if (what === undefined) {
    if (isGet) sendJson(exchange.response, 200, threadWire(exchange.runtime.thread(groupId)));
    return isGet;
  }
  if (what === 'calls' && id !== undefined) return ofCall(exchange, groupId, id, action);
  if (id !== undefined) return false;
  return isGet ? getThread(exchange, groupId, what) : postThread(exchange, groupId, what);
}
