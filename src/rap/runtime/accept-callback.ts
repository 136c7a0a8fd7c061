// Owns whether a message is let in: only for a call that waits for it, only once, and never anywhere else. Runs inside
// the transaction that makes it durable.

import { parseJson } from '../../base/json.ts';
import type { CallRow } from '../../store/rap-calls.ts';
import type { RapStore } from '../../store/rap-store.ts';
import type { CallbackMessage, OAuthRequest, SubscriptionEvent, ToolResult, UserChoice } from '../protocol/messages.ts';
import { parseCallback } from '../protocol/parse-callback.ts';
import { parseUrl } from '../protocol/parse-url.ts';

export interface Arrival {
  /** Number of the call whose address the message came to. */
  readonly call: number;
  readonly message: CallbackMessage;
  /** The body as it was sent. */
  readonly body: string;
  readonly webhookId: string | null;
  readonly at: number;
}

export interface AcceptLimits {
  readonly maxSubscriptionsPerThread: number;
  /** How long a call may wait for a person. */
  readonly humanWaitMs: number;
}

export type Decision =
  | { readonly kind: 'accepted'; readonly seq: number; readonly subscriptionRefused: boolean }
  /** Nothing to do: it is here already. `conflict`: what is here already says something else. */
  | { readonly kind: 'duplicate'; readonly conflict: boolean }
  | { readonly kind: 'refused'; readonly status: 404 | 409 | 410; readonly reason: string; readonly message: string };

const DUPLICATE: Decision = { kind: 'duplicate', conflict: false };

function refused(status: 404 | 409 | 410, reason: string, message: string): Decision {
  return { kind: 'refused', status, reason, message };
}

function accepted(seq: number, subscriptionRefused = false): Decision {
  return { kind: 'accepted', seq, subscriptionRefused };
}

function late(call: CallRow): Decision {
  return refused(410, `late-${call.state}`, `The call is not pending any more: it is ${call.state}.`);
}

/** Whether a second result says the same as the first, however it is written. */
function sameResult(first: string, second: ToolResult): boolean {
  const parsed = parseJson(first);
  if (!parsed.ok) return false;
  return JSON.stringify(parseCallback(parsed.value)) === JSON.stringify(second);
}

function acceptResult(
  store: RapStore,
  limits: AcceptLimits,
  call: CallRow,
  arrival: Arrival,
  result: ToolResult,
): Decision {
  if (call.state === 'completed') {
    const first = call.resultSeq === null ? undefined : store.journal.bySeq(call.resultSeq);
    return { kind: 'duplicate', conflict: first === undefined || !sameResult(first.body, result) };
  }
  if (call.state !== 'pending') return late(call);
  const seq = store.journal.append(call.thread, call.call, 'tool_result', arrival.at, arrival.body);
  store.calls.settle(call.call, 'completed', arrival.at, seq);
  store.asks.withdraw(call.call);
  if (!result.subscription) return accepted(seq);
  const isFull = store.calls.activeSubscriptions(call.thread) >= limits.maxSubscriptionsPerThread;
  // Recorded as cancelled at once: the tool is told, and its events stay out.
  store.calls.setSubscription(call.call, isFull ? 'cancelled' : 'active');
  if (isFull) store.journal.append(call.thread, call.call, 'subscription-refused', arrival.at, '{}');
  return accepted(seq, isFull);
}

function acceptEvent(store: RapStore, call: CallRow, arrival: Arrival, event: SubscriptionEvent): Decision {
  if (call.subscription === null) return refused(404, 'no-subscription', 'The call has not started a subscription.');
  if (call.subscription !== 'active')
    return refused(410, `subscription-${call.subscription}`, `The subscription is ${call.subscription}.`);
  if (call.threadClosed) return refused(410, 'thread-closed', 'The thread is closed.');
  const seq = store.journal.append(call.thread, call.call, 'subscription_event', arrival.at, arrival.body);
  if (event.final) store.calls.setSubscription(call.call, 'ended');
  return accepted(seq);
}

/** The address stays out of the journal: it is kept apart, for as long as somebody may have to sign in. */
function acceptOAuth(store: RapStore, call: CallRow, arrival: Arrival, request: OAuthRequest): Decision {
  if (call.state !== 'pending') return late(call);
  const open = store.asks.open(call.call, 'oauth');
  if (open?.url === request.authUrl) return DUPLICATE;
  if (open !== undefined) store.asks.finish(open.ask, 'withdrawn');
  const body = JSON.stringify({
    type: 'oauth',
    group_id: request.groupId,
    id: request.id,
    call_id: request.callId,
    auth_host: parseUrl(request.authUrl)?.host ?? '',
  });
  const seq = store.journal.append(call.thread, call.call, 'oauth', arrival.at, body);
  store.asks.insert(call.call, 'oauth', seq, request.authUrl);
  return accepted(seq);
}

function acceptChoice(store: RapStore, call: CallRow, arrival: Arrival, choice: UserChoice): Decision {
  if (call.state !== 'pending') return late(call);
  const body = JSON.stringify({
    type: 'user_choice',
    group_id: choice.groupId,
    id: choice.id,
    call_id: choice.callId,
    prompt: choice.prompt,
    choices: choice.choices,
    default: choice.default,
  });
  const open = store.asks.open(call.call, 'user_choice');
  if (open !== undefined) {
    // A second question must not slip under an answer that is on its way to the first.
    const isSame = open.url === choice.responseUrl && store.journal.bySeq(open.seq)?.body === body;
    return isSame ? DUPLICATE : refused(409, 'choice-open', 'The call waits for the answer to another choice.');
  }
  const seq = store.journal.append(call.thread, call.call, 'user_choice', arrival.at, body);
  store.asks.insert(call.call, 'user_choice', seq, choice.responseUrl);
  return accepted(seq);
}

/** A result is recognised by its call; everything else that may be sent again, by the id of its delivery. */
function isRepeated(store: RapStore, call: CallRow, { webhookId }: Arrival): boolean {
  return webhookId !== null && store.deliveries.isKnown(call.call, webhookId);
}

function route(store: RapStore, limits: AcceptLimits, call: CallRow, arrival: Arrival): Decision {
  const { message } = arrival;
  if (message.groupId !== call.groupId) return refused(404, 'wrong-thread', 'This address belongs to another thread.');
  if (message.type !== 'view_update' && message.id !== call.id)
    return refused(404, 'wrong-call', 'This address belongs to another call.');
  if (message.type !== 'tool_result' && isRepeated(store, call, arrival)) return DUPLICATE;
  switch (message.type) {
    case 'tool_result':
      return acceptResult(store, limits, call, arrival, message);
    case 'subscription_event':
      return acceptEvent(store, call, arrival, message);
    case 'oauth':
      return acceptOAuth(store, call, arrival, message);
    case 'user_choice':
      return acceptChoice(store, call, arrival, message);
    case 'view_update':
      if (call.threadClosed) return refused(410, 'thread-closed', 'The thread is closed.');
      return accepted(store.journal.appendView(call.thread, call.call, message.viewType, arrival.at, arrival.body));
  }
}

export function acceptCallback(store: RapStore, limits: AcceptLimits, arrival: Arrival): Decision {
  const call = store.calls.byNumber(arrival.call);
  if (call === undefined) return refused(404, 'unknown-call', 'The call is not known.');
  const decision = route(store, limits, call, arrival);
  if (decision.kind !== 'accepted') return decision;
  const { type } = arrival.message;
  if (arrival.webhookId !== null && type !== 'tool_result')
    store.deliveries.insert(call.call, arrival.webhookId, arrival.at);
  if (type === 'oauth' || type === 'user_choice') store.calls.postpone(call.call, arrival.at + limits.humanWaitMs);
  return decision;
}
