// Where a subscription event goes: into its own thread, or into a new thread below it. Runs inside the transaction that
// stores it.

import { randomUUID } from 'node:crypto';
import type { SubscriptionEvent } from '../protocol/messages.ts';
import type { AddressRow } from '../store/rap-calls.ts';
import type { RapStore } from '../store/rap-store.ts';
import { ancestorsOf } from './invocation-for.ts';

export interface EventOptions {
  /** Events that do not belong to the thread itself (`associative: false`) get their own thread. */
  readonly eventThreads: boolean;
}

/** `body`: the event as it was sent. */
export function letEventIn(
  store: RapStore,
  { eventThreads }: EventOptions,
  { call, thread }: AddressRow,
  event: Pick<SubscriptionEvent, 'associative' | 'final' | 'groupId'>,
  body: string,
  at: number,
): void {
  if (eventThreads && !event.associative) openBelow(store, call, event, body, at);
  else store.journal.append(thread, call, 'subscription_event', at, body);
  if (event.final) store.calls.setSubscription(call, 'ended');
}

/** The new thread has the same tools, as discovered for its session. */
function openBelow(
  { threads, toolsets, journal, calls }: RapStore,
  call: number,
  { groupId, final }: Pick<SubscriptionEvent, 'groupId' | 'final'>,
  body: string,
  at: number,
): void {
  const parent = threads.find(groupId);
  if (parent === undefined) return;
  const child = `thread_${randomUUID()}`;
  const title = `Event of ${calls.byNumber(call)?.operation ?? 'a subscription'}`;
  const ancestors = [...ancestorsOf(parent), groupId];
  const { userId } = parent;
  const opened = { groupId: child, title, userId, ancestors: JSON.stringify(ancestors), openedAt: at };
  const thread = threads.insert(opened);
  const described = { title, user_id: userId, thread_ancestors: ancestors };
  journal.append(thread, null, 'thread-opened', at, JSON.stringify(described));
  for (const row of toolsets.ofThread(parent.thread)) toolsets.set(thread, row);
  journal.append(thread, call, 'subscription_event', at, body);
  journal.append(parent.thread, call, 'event-threaded', at, JSON.stringify({ thread: child, final }));
}
