// Runs urgent work first: background work pauses until it is done.

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

  /** Background work awaits this now and then: yields until no urgent work is left. */
  readonly giveWay = async (): Promise<void> => {
    await nextTurn();
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  };
}
