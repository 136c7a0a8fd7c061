// Deletes closed threads after the retention time.

import { RapEnded } from '../store/rap-ended.ts';
import type { RapStore } from '../store/rap-store.ts';

const EVERY_MS = 3_600_000;
/** Per step: deleting blocks the process. */
const MOST_AT_ONCE = 200;
/** Between two steps, while there is more to delete. */
const PAUSE_MS = 1000;

export class Retention {
  readonly #ended: RapEnded;
  readonly #keptMs: number | null;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;

  /** `keptMs` null: threads are kept until they are deleted by hand. */
  constructor(store: RapStore, keptMs: number | null, now: () => number) {
    this.#ended = new RapEnded(store.database);
    this.#keptMs = keptMs;
    this.#now = now;
  }

  start(): void {
    if (this.#keptMs === null) return;
    this.close();
    let wasFull = false;
    try {
      wasFull = this.prune() === MOST_AT_ONCE;
    } catch (error) {
      // A full or failing disk must not stop the runtime: retried next time.
      process.emitWarning(error instanceof Error ? error : String(error));
    }
    this.#timer = setTimeout(() => this.start(), wasFull ? PAUSE_MS : EVERY_MS).unref();
  }

  /** Returns how many threads were deleted. */
  prune(): number {
    if (this.#keptMs === null) return 0;
    const threads = this.#ended.overBefore(this.#now() - this.#keptMs, MOST_AT_ONCE);
    if (threads.length > 0) this.#ended.drop(threads);
    return threads.length;
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
