// Registers a call: checked, on the disk with its callback address, and only then on its way to the tool.

import { randomBytes } from 'node:crypto';
import { AppError } from '../../base/app-error.ts';
import { asObject, asString, isObject } from '../../base/json.ts';
import type { InvocationWire } from '../protocol/messages.ts';
import { parseHttpUrl } from '../protocol/parse-url.ts';
import type { CallRow, Delivery } from '../store/rap-calls.ts';
import type { ThreadRow } from '../store/rap-threads.ts';
import { CANCEL_TOOL, INJECTED_TOOL } from './built-in-tools.ts';
import { mintCapability } from './capability.ts';
import { askToConfirm } from './confirm-call.ts';
import { cancelSubscription, notifyCancel } from './end-call.ts';
import { invocationFor } from './invocation-for.ts';
import { checkId, ensureThread } from './open-thread.ts';
import type { RuntimeParts } from './runtime-parts.ts';
import { settleCall } from './settle-call.ts';

export interface CallRequest {
  readonly operation: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Made up when absent. */
  readonly id?: string;
  readonly callId?: string | null;
  /** Where to send it, when no toolset of the thread has the operation. */
  readonly endpoint?: string;
  /** Base address of the tool server, for cancel and close notices. */
  readonly base?: string;
  /** False: the caller sends the invocation itself. */
  readonly send?: boolean;
  /** Null: it may take for ever. */
  readonly deadlineMs?: number | null;
}

export interface Registered {
  readonly groupId: string;
  readonly id: string;
  readonly delivery: Delivery;
  readonly deadlineAt: number | null;
  /** The message for the tool. Holds the callback address, which is not kept anywhere else. */
  readonly invocation: InvocationWire;
  /** Of a tool of the runtime itself, which answers at once. */
  readonly result: string | null;
}

interface Target {
  readonly base: string | null;
  readonly endpoint: string | null;
  readonly repeatable: boolean;
  readonly destructive: boolean;
}

function findTarget(parts: RuntimeParts, thread: ThreadRow | undefined, request: CallRequest): Target {
  const { operation } = request;
  const known = thread === undefined ? undefined : parts.toolsets.of(thread.thread);
  const tool = known?.tools.get(operation);
  if (tool !== undefined) {
    const wrong = tool.check(request.arguments);
    if (wrong !== undefined)
      throw new AppError('bad-usage', `The arguments of ${operation} do not match its schema: ${wrong}`);
    const { readOnly, idempotent, destructive } = tool.annotations;
    const endpoint = request.endpoint ?? tool.endpoint;
    return { base: tool.base, endpoint, repeatable: readOnly || idempotent, destructive };
  }
  if (known?.clashes.some(({ name }) => name === operation) === true) {
    throw new AppError('refused', `Two toolsets of this thread have a tool called ${operation}.`, {
      hint: 'Neither is available: leave one toolset out.',
    });
  }
  if (request.endpoint === undefined && request.send !== false) {
    throw new AppError('not-found', `No toolset of this thread has a tool called ${operation}.`, {
      hint: 'Add its toolset, name an endpoint, or send the invocation yourself (send: false).',
    });
  }
  return { base: request.base ?? null, endpoint: request.endpoint ?? null, repeatable: false, destructive: false };
}

function checkRequest(request: CallRequest): void {
  const { operation } = request;
  if (operation === '' || operation.length > 128)
    throw new AppError('bad-usage', 'operation must have between 1 and 128 characters.');
  if (operation === INJECTED_TOOL)
    throw new AppError('bad-usage', `${INJECTED_TOOL} is how events are reported; it cannot be called.`);
  if (!isObject(request.arguments)) throw new AppError('bad-usage', 'arguments must be an object.');
  for (const [name, url] of [
    ['endpoint', request.endpoint],
    ['base', request.base],
  ] as const) {
    if (url !== undefined && parseHttpUrl(url) === undefined)
      throw new AppError('bad-usage', `${name} must be an absolute http or https address.`);
  }
  const { deadlineMs } = request;
  if (typeof deadlineMs === 'number' && !(deadlineMs > 0 && deadlineMs < 1e12))
    throw new AppError('bad-usage', 'deadline_ms must be a positive number.');
}

export async function registerCall(parts: RuntimeParts, groupId: string, request: CallRequest): Promise<Registered> {
  const { store, limits, now } = parts;
  checkId('group_id', groupId);
  checkRequest(request);
  const id = checkId('id', request.id ?? `call_${randomBytes(16).toString('base64url')}`);
  const isBuiltIn = request.operation === CANCEL_TOOL;
  const { destructive, ...target } = isBuiltIn
    ? { base: null, endpoint: null, repeatable: true, destructive: false }
    : findTarget(parts, store.threads.find(groupId), request);
  const { token, ...capability } = mintCapability();
  const delivery: Delivery = isBuiltIn || request.send === false || target.endpoint === null ? 'agent' : 'queued';
  const isConfirmed = !(destructive && parts.confirmsDestructive && delivery === 'queued');
  const deadlineMs = request.deadlineMs === undefined ? limits.deadlineMs : request.deadlineMs;

  const registered = await store.commit.run(() => {
    const thread = ensureThread(parts, groupId);
    if (store.calls.byId(thread.thread, id) !== undefined)
      throw new AppError('refused', 'The thread has a call with this id already.', { hint: 'Choose another id.' });
    const at = now();
    const deadlineAt = deadlineMs === null ? null : Math.ceil(at + deadlineMs);
    const call = store.calls.nextNumber();
    const body = { operation: request.operation, arguments: request.arguments, ...target, delivery };
    const requestSeq = store.journal.append(thread.thread, call, 'call-registered', at, JSON.stringify(body));
    const callId = request.callId ?? null;
    store.calls.insert({
      ...{ call, thread: thread.thread, id, callId, operation: request.operation, ...target, delivery },
      ...{ registeredAt: at, deadlineAt, requestSeq },
    });
    store.calls.insertAddress(call, capability.selector, capability.secretHash);
    if (!isConfirmed) {
      const own = { call, thread: thread.thread, operation: request.operation };
      askToConfirm(parts, own, request.arguments, at);
    }
    const result = isBuiltIn ? runBuiltIn(parts, thread, call, request.arguments, at) : null;
    return {
      address: { call, thread: thread.thread, groupId, id, callId, ...capability },
      deadlineAt,
      result,
      invocation: invocationFor(thread, request, id, parts.callbackUrl(token)),
    };
  });

  const { address, deadlineAt, result, invocation } = registered;
  parts.addresses.remember(address);
  if (result === null) parts.deadlines.expect(deadlineAt);
  if (result?.cancelled !== undefined) notifyCancel(parts, result.cancelled);
  if (delivery === 'queued' && target.endpoint !== null && isConfirmed)
    parts.invoker.send({ call: address.call, endpoint: target.endpoint, invocation, repeatable: target.repeatable });
  parts.touches.touch(address.thread, now());
  parts.listeners.notify(groupId);
  return { groupId, id, delivery, deadlineAt, invocation, result: result?.text ?? null };
}

/** Inside the transaction that registers the call. */
function runBuiltIn(
  parts: RuntimeParts,
  thread: ThreadRow,
  call: number,
  args: Readonly<Record<string, unknown>>,
  at: number,
): { readonly text: string; readonly cancelled: CallRow | undefined } {
  const id = asString(asObject(args)?.['tool_call_id']);
  const subscribed = id === undefined ? undefined : parts.store.calls.byId(thread.thread, id);
  const cancelled = subscribed?.subscription === 'active' ? subscribed : undefined;
  const text =
    cancelled === undefined
      ? 'Error: this thread has no active subscription with that tool_call_id.'
      : `The subscription of ${cancelled.operation} is cancelled.`;
  if (cancelled !== undefined) cancelSubscription(parts, cancelled, at);
  settleCall(parts.store, call, 'built-in', text, at);
  return { text, cancelled };
}
