// Notifies those who wait for changes of a thread: long polls, streams, the dashboard.

import { AppError } from '../../base/app-error.ts';

export class Listeners {
  readonly #max: number;
  readonly #byThread = new Map<string, Set<() => void>>();
  readonly #everywhere = new Set<(groupId: string) => void>();
  #count = 0;
  #closed = false;

  constructor(max: number) {
    this.#max = max;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Calls `wake` after every change of the thread. Returns an unsubscribe function. */
  listen(groupId: string, wake: () => void): () => void {
    if (this.#count >= this.#max)
      throw new AppError('store-busy', 'Too many clients are waiting for results.', { hint: 'Close some of them.' });
    this.#count++;
    const set = this.#byThread.get(groupId) ?? new Set();
    this.#byThread.set(groupId, set);
    set.add(wake);
    return () => {
      if (!set.delete(wake)) return;
      this.#count--;
      if (set.size === 0) this.#byThread.delete(groupId);
    };
  }

  /** Calls `wake` after every change of any thread. */
  listenEverywhere(wake: (groupId: string) => void): () => void {
    this.#everywhere.add(wake);
    return () => this.#everywhere.delete(wake);
  }

  notify(groupId: string): void {
    for (const wake of [...(this.#byThread.get(groupId) ?? [])]) wake();
    for (const wake of [...this.#everywhere]) {
      try {
        wake(groupId);
      } catch (error) {
        // Listeners are not part of the runtime: their errors must not reach senders or other listeners.
        process.emitWarning(error instanceof Error ? error : String(error));
      }
    }
  }

  /** Wakes all listeners for the last time. */
  close(): void {
    this.#closed = true;
    for (const set of [...this.#byThread.values()]) for (const wake of [...set]) wake();
  }
}

/** Resolves at the next change of the thread, after a timeout, or when the signal aborts. */
export function nextChange(
  listeners: Listeners,
  groupId: string,
  timeoutMs: number,
  signal?: AbortSignal,
): { readonly happened: Promise<void>; stop(): void } {
  let stop = (): void => undefined;
  const happened = new Promise<void>((resolve) => {
    const timer = setTimeout(() => stop(), timeoutMs);
    const unlisten = listeners.listen(groupId, () => stop());
    stop = () => {
      clearTimeout(timer);
      unlisten();
      signal?.removeEventListener('abort', stop);
      resolve();
    };
    signal?.addEventListener('abort', stop, { once: true });
    if (listeners.closed || signal?.aborted === true) stop();
  });
  return { happened, stop: () => stop() };
}
