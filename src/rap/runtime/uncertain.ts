// Calls whose invocation may or may not have reached the tool. They are not sent again, and get a short deadline instead; a
// result still counts if it comes.

import type { CallRow } from '../store/rap-calls.ts';
import type { RapStore } from '../store/rap-store.ts';

/** How long to wait for the result of such a call. */
const UNCERTAIN_MS = 15 * 60_000;

/** Whether the outcome of a pending call is unknown. A call that certainly did not arrive is not pending. */
export function isUncertain({ state, delivery }: Pick<CallRow, 'state' | 'delivery'>): boolean {
  return state === 'pending' && delivery === 'unreachable';
}

/** Inside a transaction. Returns the new deadline. */
export function noteUncertain(store: RapStore, call: CallRow, reason: string, at: number): number {
  const deadlineAt = Math.min(call.deadlineAt ?? Number.POSITIVE_INFINITY, at + UNCERTAIN_MS);
  store.calls.setDelivery(call.call, 'unreachable');
  store.calls.setDeadline(call.call, deadlineAt);
  store.journal.append(call.thread, call.call, 'delivery-uncertain', at, JSON.stringify({ reason }));
  return deadlineAt;
}
