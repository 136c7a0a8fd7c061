// Limits how many file system operations run at once, and waits until none does.

export class Slots {
  readonly #limit: number;
  #active = 0;
  readonly #waiting: (() => void)[] = [];
  #onIdle: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#active >= this.#limit) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#active++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The slot is passed on, so the count stays.
      if (next !== undefined) next();
      else if (--this.#active === 0) this.#settle();
    }
  }

  /** Resolves when nothing is running. */
  idle(): Promise<void> {
    if (this.#active === 0) return Promise.resolve();
    return new Promise((resolve) => this.#onIdle.push(resolve));
  }

  #settle(): void {
    const waiting = this.#onIdle;
    this.#onIdle = [];
    for (const resolve of waiting) resolve();
  }
}
