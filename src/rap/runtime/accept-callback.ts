// Decides whether a message is accepted: only for a call that waits for it, and only once. Runs inside the transaction that
// stores it.

import type { CallbackMessage, OAuthRequest, SubscriptionEvent, ToolResult, UserChoice } from '../protocol/messages.ts';
import { parseUrl } from '../protocol/parse-url.ts';
import { readStored } from '../protocol/read-stored.ts';
import type { AskRow } from '../store/rap-asks.ts';
import type { AddressRow, Progress } from '../store/rap-calls.ts';
import type { RapStore } from '../store/rap-store.ts';
import { type EventOptions, letEventIn } from './let-event-in.ts';

export interface Arrival {
  /** The call whose address the message came to. */
  readonly address: AddressRow;
  readonly message: CallbackMessage;
  /** The body as it was sent. */
  readonly body: string;
  readonly webhookId: string | null;
  readonly at: number;
}

export interface AcceptLimits extends EventOptions {
  /** How long events wait for the result that confirms their subscription, and how many per call. */
  readonly earlyEventMs: number;
  readonly maxEarlyEvents: number;
  readonly maxSubscriptionsPerThread: number;
  /** How long a call may wait for the user. */
  readonly humanWaitMs: number;
}

export type Decision =
  | { readonly kind: 'accepted'; readonly subscriptionRefused: boolean }
  /** An event that came before its subscription was confirmed: stored, and accepted once it is. */
  | { readonly kind: 'held' }
  /** Already here. `conflict`: the stored message says something else. */
  | { readonly kind: 'duplicate'; readonly conflict: boolean }
  | {
      readonly kind: 'refused';
      readonly status: 400 | 404 | 409 | 410;
      readonly reason: string;
      readonly message: string;
    };

const DUPLICATE: Decision = { kind: 'duplicate', conflict: false };

function refused(status: 400 | 404 | 409 | 410, reason: string, message: string): Decision {
  return { kind: 'refused', status, reason, message };
}

type Accepted = Extract<Decision, { kind: 'accepted' }>;

const ACCEPTED: Accepted = { kind: 'accepted', subscriptionRefused: false };

function late({ state }: Progress): Decision {
  return refused(410, `late-${state}`, `The call is not pending any more: it is ${state}.`);
}

/** Whether a second result says the same as the first, whatever its formatting. */
function sameResult(first: string, second: ToolResult): boolean {
  const parsed = readStored(first);
  return parsed !== undefined && JSON.stringify(parsed) === JSON.stringify(second);
}

/** By far the most frequent: two statements in the normal case. A pending call implies an open thread. */
function acceptResult(store: RapStore, limits: AcceptLimits, arrival: Arrival, result: ToolResult): Decision {
  const { address, at, body } = arrival;
  const { call, thread } = address;
  const seq = store.journal.append(thread, call, 'tool_result', at, body);
  if (store.calls.settle(call, 'completed', at, seq)) {
    const decision = result.subscription ? startSubscription(store, limits, address, at) : ACCEPTED;
    releaseHeld(store, limits, address, at, result.subscription && !decision.subscriptionRefused);
    return decision;
  }
  store.journal.takeBack(seq);
  const progress = store.calls.progress(call);
  if (progress === undefined) return refused(404, 'unknown-call', 'The call is not known.');
  if (progress.state !== 'completed') return late(progress);
  const first = progress.resultSeq === null ? undefined : store.journal.bySeq(progress.resultSeq);
  return { kind: 'duplicate', conflict: first === undefined || !sameResult(first.body, result) };
}

function startSubscription(store: RapStore, limits: AcceptLimits, { call, thread }: AddressRow, at: number): Accepted {
  const isFull = store.calls.activeSubscriptions(thread) >= limits.maxSubscriptionsPerThread;
  // Recorded as cancelled at once: the tool is notified, and its events are rejected.
  store.calls.setSubscription(call, isFull ? 'cancelled' : 'active');
  if (isFull) store.journal.append(thread, call, 'subscription-refused', at, '{}');
  return { kind: 'accepted', subscriptionRefused: isFull };
}

/** Events that came before the result: accepted if it confirms their subscription, otherwise dropped. */
function releaseHeld(
  store: RapStore,
  limits: AcceptLimits,
  address: AddressRow,
  now: number,
  isSubscribed: boolean,
): void {
  for (const { at, body } of store.held.release(address.call)) {
    const event = readStored(body);
    const isOpen = store.calls.progress(address.call)?.subscription === 'active';
    if (event?.type !== 'subscription_event') continue;
    if (isSubscribed && isOpen && now - at <= limits.earlyEventMs) letEventIn(store, limits, address, event, body, now);
    else {
      const claim = { groupId: address.groupId, id: address.id, type: event.type };
      const reason = isSubscribed ? 'held-too-long' : 'no-subscription';
      store.rejections.insert({ ...claim, at: now, reason, status: 200, bytes: body.length, body: null });
    }
  }
}

function acceptEvent(
  store: RapStore,
  limits: AcceptLimits,
  progress: Progress,
  arrival: Arrival,
  event: SubscriptionEvent,
): Decision {
  const { call } = arrival.address;
  if (progress.subscription === null && progress.state === 'pending') {
    if (store.held.count(call) >= limits.maxEarlyEvents)
      return refused(404, 'no-subscription', 'Too many events came before the result of the call.');
    store.held.hold(call, arrival.at, arrival.body);
    return { kind: 'held' };
  }
  if (progress.subscription === null)
    return refused(404, 'no-subscription', 'The call has not started a subscription.');
  if (progress.subscription !== 'active')
    return refused(410, `subscription-${progress.subscription}`, `The subscription is ${progress.subscription}.`);
  if (progress.threadClosed) return refused(410, 'thread-closed', 'The thread is closed.');
  letEventIn(store, limits, arrival.address, event, arrival.body, arrival.at);
  return ACCEPTED;
}

/** The address is not written to the journal: it is kept separately, for as long as the user may have to sign in. */
function acceptOAuth(store: RapStore, progress: Progress, arrival: Arrival, request: OAuthRequest): Decision {
  const { call, thread } = arrival.address;
  if (progress.state !== 'pending') return late(progress);
  const open = store.asks.open(call, 'oauth');
  if (open?.url === request.authUrl) return DUPLICATE;
  if (open !== undefined) store.asks.finish(open.ask, 'withdrawn');
  const body = JSON.stringify({
    type: 'oauth',
    group_id: request.groupId,
    id: request.id,
    call_id: request.callId,
    auth_host: parseUrl(request.authUrl)?.host ?? '',
  });
  const seq = store.journal.append(thread, call, 'oauth', arrival.at, body);
  store.asks.insert(call, 'oauth', seq, request.authUrl);
  return ACCEPTED;
}

function acceptChoice(store: RapStore, progress: Progress, arrival: Arrival, choice: UserChoice): Decision {
  const { call, thread } = arrival.address;
  if (progress.state !== 'pending') return late(progress);
  const body = JSON.stringify({
    type: 'user_choice',
    group_id: choice.groupId,
    id: choice.id,
    call_id: choice.callId,
    prompt: choice.prompt,
    choices: choice.choices,
    default: choice.default,
  });
  const open = store.asks.open(call, 'user_choice');
  const isSame = (ask: AskRow | undefined): boolean =>
    ask?.url === choice.responseUrl && store.journal.bySeq(ask.seq)?.body === body;
  // The same question again, before its answer has arrived, is a repetition: the user answers once.
  if (isSame(store.asks.undelivered(call))) return DUPLICATE;
  if (open !== undefined) {
    // A second question must not receive an answer that is being sent to the first.
    return isSame(open)
      ? DUPLICATE
      : refused(409, 'choice-open', 'The call is waiting for the answer to another choice.');
  }
  const seq = store.journal.append(thread, call, 'user_choice', arrival.at, body);
  store.asks.insert(call, 'user_choice', seq, choice.responseUrl);
  return ACCEPTED;
}

function acceptOther(
  store: RapStore,
  limits: AcceptLimits,
  arrival: Arrival,
  message: Exclude<CallbackMessage, ToolResult>,
  progress: Progress,
): Decision {
  const { address } = arrival;
  switch (message.type) {
    case 'subscription_event':
      return acceptEvent(store, limits, progress, arrival, message);
    case 'oauth':
      return acceptOAuth(store, progress, arrival, message);
    case 'user_choice':
      return acceptChoice(store, progress, arrival, message);
    case 'view_update':
      if (progress.threadClosed) return refused(410, 'thread-closed', 'The thread is closed.');
      store.journal.appendView(address.thread, address.call, message.viewType, arrival.at, arrival.body);
      return ACCEPTED;
  }
}

/** Without a call_id in the invocation, it is not checked. Events and views have none. */
function repeatsCallId({ callId }: AddressRow, message: CallbackMessage): boolean {
  return callId === null || !('callId' in message) || message.callId === callId;
}

export function acceptCallback(store: RapStore, limits: AcceptLimits, arrival: Arrival): Decision {
  const { address, message, webhookId, at } = arrival;
  if (message.groupId !== address.groupId)
    return refused(404, 'wrong-thread', 'This address belongs to another thread.');
  if (message.type !== 'view_update' && message.id !== address.id)
    return refused(404, 'wrong-call', 'This address belongs to another call.');
  if (!repeatsCallId(address, message))
    return refused(400, 'wrong-call-id', 'call_id must be repeated as it was in the invocation.');
  if (message.type === 'tool_result') return acceptResult(store, limits, arrival, message);
  // A result is recognised by its call; other messages that may be repeated, by their delivery id.
  if (webhookId !== null && store.deliveries.isKnown(address.call, webhookId)) return DUPLICATE;
  const progress = store.calls.progress(address.call);
  if (progress === undefined) return refused(404, 'unknown-call', 'The call is not known.');
  const decision = acceptOther(store, limits, arrival, message, progress);
  if (decision.kind !== 'accepted' && decision.kind !== 'held') return decision;
  if (webhookId !== null) store.deliveries.insert(address.call, webhookId, at);
  if (message.type === 'oauth' || message.type === 'user_choice')
    store.calls.postpone(address.call, at + limits.humanWaitMs);
  return decision;
}
