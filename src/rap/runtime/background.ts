// Background work: stopped when the runtime closes, which waits for it.

import { setMaxListeners } from 'node:events';

export class Background {
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor() {
    // Every request being sent listens to it.
    setMaxListeners(0, this.#stop.signal);
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get size(): number {
    return this.#running.size;
  }

  /** Starts the work. Its errors are ignored. */
  run(work: () => Promise<unknown>): void {
    if (this.signal.aborted) return;
    const running: Promise<void> = work()
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all([...this.#running]);
  }
}
