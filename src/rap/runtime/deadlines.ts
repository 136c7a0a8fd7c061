// Deadlines: one timer for the nearest, and an error result for every call that runs out of time.

import { formatMs } from '../../base/units.ts';
import type { CallRow } from '../store/rap-calls.ts';
import type { RapStore } from '../store/rap-store.ts';
import { settleCall } from './settle-call.ts';
import { isUncertain } from './uncertain.ts';

/** Timers do not run while a machine sleeps, and clocks change: the time is checked again after this long. */
const MAX_TIMER_MS = 60_000;
const BATCH = 500;
const RETRY_MS = 1000;

function givenUp(call: CallRow, now: number): string {
  const waited = formatMs(now - call.registeredAt);
  return isUncertain(call)
    ? `Error: the outcome is unknown. The tool server did not acknowledge the call, and no result came within ${waited}. It may have been run: check before trying again.`
    : `Error: ${waited} have passed without a result, and the call was given up. The tool may still be at work: check before trying again.`;
}

export class Deadlines {
  readonly #store: RapStore;
  readonly #now: () => number;
  readonly #onExpired: (groupId: string) => void;
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;
  #closed = false;

  constructor(store: RapStore, now: () => number, onExpired: (groupId: string) => void) {
    this.#store = store;
    this.#now = now;
    this.#onExpired = onExpired;
  }

  /** A call must end by this time. */
  expect(deadlineAt: number | null): void {
    if (deadlineAt === null) return;
    if (deadlineAt < this.#timerAt || this.#timerAt <= this.#now()) this.#arm(Math.min(deadlineAt, this.#timerAt));
  }

  start(): void {
    this.#arm(this.#store.calls.nextDeadline() ?? Number.POSITIVE_INFINITY);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #arm(at: number): void {
    clearTimeout(this.#timer);
    this.#timerAt = at;
    if (this.#closed || at === Number.POSITIVE_INFINITY) return;
    const delay = Math.min(MAX_TIMER_MS, Math.max(0, at - this.#now()));
    this.#timer = setTimeout(() => {
      if (at > this.#now()) this.#arm(at);
      else void this.#sweep();
    }, delay);
    // Waiting for a deadline must not keep the process alive.
    this.#timer.unref();
  }

  async #sweep(): Promise<void> {
    this.#timerAt = Number.POSITIVE_INFINITY;
    try {
      const groups = await this.#store.commit.run(() => {
        const now = this.#now();
        const due = this.#store.calls.due(now, BATCH);
        for (const call of due) settleCall(this.#store, call.call, 'deadline', givenUp(call, now), now);
        return due.map(({ groupId }) => groupId);
      });
      for (const groupId of new Set(groups)) this.#onExpired(groupId);
      if (!this.#closed) this.start();
    } catch {
      // The disk is full or failing: the calls stay pending, and end as soon as that can be stored.
      if (!this.#closed) this.#arm(this.#now() + RETRY_MS);
    }
  }
}
