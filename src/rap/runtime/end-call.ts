// Ends things early: a call, a subscription, a thread. Tools are notified, and late messages are rejected.

import { AppError } from '../../base/app-error.ts';
import type { CallRow } from '../store/rap-calls.ts';
import type { ThreadRow } from '../store/rap-threads.ts';
import type { RuntimeParts } from './runtime-parts.ts';
import { settleCall } from './settle-call.ts';

export function findThread(parts: RuntimeParts, groupId: string): ThreadRow {
  const thread = parts.store.threads.find(groupId);
  if (thread === undefined) throw new AppError('not-found', 'There is no thread with this group_id.');
  return thread;
}

export function findCall(parts: RuntimeParts, groupId: string, id: string): CallRow {
  const call = parts.store.calls.byId(findThread(parts, groupId).thread, id);
  if (call === undefined) throw new AppError('not-found', 'The thread has no call with this id.');
  return call;
}

/** The servers of the thread's toolsets. */
function configured(parts: RuntimeParts, thread: number): string[] {
  return parts.store.toolsets.ofThread(thread).map(({ base }) => base);
}

/** After the commit, so that tools are told the truth. Notifies all servers of the thread, as the protocol requires. */
export function notifyCancel(parts: RuntimeParts, call: CallRow): void {
  const own = call.base === null ? [] : [call.base];
  parts.notices.cancel([...own, ...configured(parts, call.thread)], call.groupId, call.id);
}

/** Inside a transaction. */
export function cancelSubscription(parts: RuntimeParts, call: CallRow, at: number): void {
  parts.store.calls.setSubscription(call.call, 'cancelled');
  parts.store.journal.append(call.thread, call.call, 'subscription-cancelled', at, '{}');
}

export type Cancelled = 'call' | 'subscription';

/** Ends a pending call or an active subscription. */
export async function cancelCall(parts: RuntimeParts, groupId: string, id: string): Promise<Cancelled> {
  const { store, now } = parts;
  const { call, cancelled } = await store.commit.run((): { call: CallRow; cancelled: Cancelled } => {
    const found = findCall(parts, groupId, id);
    const at = now();
    if (settleCall(store, found.call, 'cancelled', 'Error: the call was interrupted before a result arrived.', at))
      return { call: found, cancelled: 'call' };
    if (found.subscription !== 'active')
      throw new AppError('refused', `There is nothing to cancel: the call is ${found.state}.`);
    cancelSubscription(parts, found, at);
    return { call: found, cancelled: 'subscription' };
  });
  notifyCancel(parts, call);
  parts.listeners.notify(groupId);
  return cancelled;
}

/** Closes the thread and ends everything open in it. False when it was already closed. */
export async function closeThread(parts: RuntimeParts, groupId: string): Promise<boolean> {
  const { store, now } = parts;
  const bases = await store.commit.run((): string[] | undefined => {
    const { thread } = findThread(parts, groupId);
    const at = now();
    const known = [...configured(parts, thread), ...store.calls.basesOfThread(thread)];
    if (!store.threads.close(thread, at)) return undefined;
    for (const call of store.calls.openOfThread(thread)) {
      settleCall(store, call.call, 'closed', 'Error: the thread was closed before a result arrived.', at);
      if (call.subscription === 'active') cancelSubscription(parts, call, at);
    }
    store.journal.append(thread, null, 'thread-closed', at, '{}');
    return known;
  });
  if (bases === undefined) return false;
  parts.notices.close(bases, groupId);
  parts.listeners.notify(groupId);
  return true;
}
