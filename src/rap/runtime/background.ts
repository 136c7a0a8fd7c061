// Work that no one waits for: told to stop when the runtime closes, and waited for then.

import { setMaxListeners } from 'node:events';

export class Background {
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor() {
    // As many requests as are on their way listen to it.
    setMaxListeners(0, this.#stop.signal);
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get size(): number {
    return this.#running.size;
  }

  /** Starts the work. Its failure is its own affair. */
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
