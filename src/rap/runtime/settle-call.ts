// Results made by the runtime itself, so that no call is pending forever: deadline, cancelled, refused, closed.

import type { CallRow, CallState } from '../store/rap-calls.ts';
import type { RapStore } from '../store/rap-store.ts';

export type SyntheticReason = 'deadline' | 'cancelled' | 'declined' | 'refused' | 'unreachable' | 'closed' | 'built-in';

const STATE: Record<SyntheticReason, Exclude<CallState, 'pending'>> = {
  deadline: 'expired',
  cancelled: 'cancelled',
  declined: 'cancelled',
  refused: 'failed',
  unreachable: 'failed',
  closed: 'closed',
  'built-in': 'completed',
};

/** Ends a pending call with our own text. False when it has already ended. Runs inside a transaction. */
export function settleCall(store: RapStore, call: number, reason: SyntheticReason, text: string, at: number): boolean {
  const row: CallRow | undefined = store.calls.byNumber(call);
  if (row === undefined || row.state !== 'pending') return false;
  store.held.release(call);
  const seq = store.journal.append(row.thread, call, 'synthetic-result', at, JSON.stringify({ text, reason }));
  return store.calls.settle(call, STATE[reason], at, seq);
}
