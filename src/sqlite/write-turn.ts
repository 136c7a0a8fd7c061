// Turns for threads of one process that write to the same database. SQLite's own waiting sleeps, up to a tenth of a second at a time,
// and finds the database free late; here the next one is woken.

const FREE = 0;
const TAKEN = 1;

/** A thread that died during its turn blocks the others for no longer than this: SQLite's locks work without turns too. */
const PATIENCE_MS = 1000;

/** What the threads share. */
export type SharedTurn = SharedArrayBuffer;

export function newTurn(): SharedTurn {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}

export class WriteTurn {
  readonly #state: Int32Array;
  readonly #patienceMs: number;

  constructor(shared: SharedTurn, patienceMs = PATIENCE_MS) {
    this.#state = new Int32Array(shared);
    this.#patienceMs = patienceMs;
  }

  /** Blocks this thread until the others have finished their work. */
  during<T>(work: () => T): T {
    const isMine = this.#take();
    try {
      return work();
    } finally {
      if (isMine) this.#give();
    }
  }

  #take(): boolean {
    while (Atomics.compareExchange(this.#state, 0, FREE, TAKEN) !== FREE) {
      if (Atomics.wait(this.#state, 0, TAKEN, this.#patienceMs) === 'timed-out') return false;
    }
    return true;
  }

  #give(): void {
    Atomics.store(this.#state, 0, FREE);
    Atomics.notify(this.#state, 0, 1);
  }
}
