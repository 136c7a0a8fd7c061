// Work that somebody waits for: what can wait stands still until it is done.

import { setImmediate as nextTurn } from 'node:timers/promises';

export class UrgentWork {
  readonly #running = new Set<Promise<unknown>>();

  async run<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  /** For other work to wait for now and then: the next turn, after everything that is urgent. */
  readonly giveWay = async (): Promise<void> => {
    await nextTurn();
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  };
}
