// Tells other processes that something changed, and hears of it: at most one notification in 50 ms, whatever is committed.

import type { Connection } from './database/connection.ts';

const CHANNEL = 'toolscope_changes';
const REST_MS = 50;

/** After commits: the first is told at once, those that follow together. */
export class Notifier {
  readonly #connection: Connection;
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  #telling: Promise<unknown> = Promise.resolve();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Resolves when it is told, or when it is known that it will be. */
  async noteCommit(): Promise<void> {
    if (this.#timer !== undefined) {
      this.#isDue = true;
      return;
    }
    // A process that misses it looks again in its own time: it need not be on disk.
    this.#telling = this.#connection
      .get(`SELECT set_config('synchronous_commit', 'off', true), pg_notify('${CHANNEL}', '')`)
      .catch(() => undefined);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!this.#isDue) return;
      this.#isDue = false;
      void this.noteCommit();
    }, REST_MS);
    this.#timer.unref();
    await this.#telling;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isDue) {
      this.#isDue = false;
      void this.noteCommit();
      clearTimeout(this.#timer);
    }
    await this.#telling;
  }
}

/** Counts notifications from the first time that the count is asked for. */
export class Listener {
  readonly #connection: Connection;
  readonly #onNotice: () => void;
  #count = 0;
  #listening: Promise<(() => Promise<void>) | undefined> | undefined;

  constructor(connection: Connection, onNotice: () => void) {
    this.#connection = connection;
    this.#onNotice = onNotice;
  }

  count(): number {
    this.#listening ??= this.#connection
      .listen(CHANNEL, () => {
        this.#count++;
        this.#onNotice();
      })
      .catch(() => {
        // The server is away: the next one who asks tries again.
        this.#listening = undefined;
        return undefined;
      });
    return this.#count;
  }

  async close(): Promise<void> {
    const stop = await this.#listening;
    await stop?.().catch(() => undefined);
  }
}
