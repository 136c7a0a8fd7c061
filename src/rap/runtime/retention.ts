// Deletes threads that are over, once they have been kept for as long as was asked for.

import { RapEnded } from '../store/rap-ended.ts';
import type { RapStore } from '../store/rap-store.ts';

const EVERY_MS = 3_600_000;
/** In one go: nothing else happens meanwhile. */
const MOST_AT_ONCE = 200;
/** Between two goes, while there is more to delete. */
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
      // A disk that is full or failing is no reason to stop taking results: it is tried again next time.
      process.emitWarning(error instanceof Error ? error : String(error));
    }
    this.#timer = setTimeout(() => this.start(), wasFull ? PAUSE_MS : EVERY_MS).unref();
  }

  /** How many threads went. */
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
