// When a thread was last active: stored once a second for all threads together, because no one needs it sooner and results
// should not be slowed down by it.

import type { RapStore } from '../store/rap-store.ts';

const EVERY_MS = 1000;

export class LastActive {
  readonly #store: RapStore;
  #touched = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: RapStore) {
    this.#store = store;
  }

  touch(thread: number, at: number): void {
    this.#touched.set(thread, at);
    this.#timer ??= setTimeout(() => this.flush(), EVERY_MS).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const touched = this.#touched;
    if (touched.size === 0) return;
    this.#touched = new Map();
    const write = (): void => {
      for (const [thread, at] of touched) this.#store.threads.touch(thread, at);
    };
    this.#store.commit.run(write).catch(() => undefined);
  }
}
