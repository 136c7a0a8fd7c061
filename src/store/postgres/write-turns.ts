// Transactions of a process, one after the other: each is begun again where that helps, and waits for a server that is away.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, Transaction } from './database/connection.ts';
import { isWorthAgain, LostConnection } from './database/connection-error.ts';
import { type Lease, mustOwn } from './lease.ts';

/** So long a commit is tried again while the server is away: it restarts, or the network does. */
const PATIENCE_MS = 120_000;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;

export class WriteTurns {
  readonly #connection: Connection;
  readonly #lease: Lease | undefined;
  readonly #onFailure: () => void;
  /** All of this process wait for the same locks anyway. */
  #last: Promise<unknown> = Promise.resolve();

  /** `lease`: the right to write; undefined where that is not asked. `onFailure`: after a transaction that came to nothing. */
  constructor(connection: Connection, lease: Lease | undefined, onFailure: () => void) {
    this.#connection = connection;
    this.#lease = lease;
    this.#onFailure = onFailure;
  }

  /** After those that were asked for before. All that it does is the same the second time. */
  next<Answer>(work: (on: Transaction) => Promise<Answer>): Promise<Answer> {
    const written = this.#last.then(() => this.atOnce(work));
    this.#last = written.catch(() => undefined);
    return written;
  }

  /** Beside the others. */
  async atOnce<Answer>(work: (on: Transaction) => Promise<Answer>): Promise<Answer> {
    const deadline = Date.now() + PATIENCE_MS;
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, 2 * waitMs)) {
      try {
        return await this.#connection.transaction(async (on) => {
          if (this.#lease !== undefined) await mustOwn(on, this.#lease);
          return work(on);
        });
      } catch (error) {
        this.#onFailure();
        const isLost = error instanceof LostConnection;
        if (!(isLost || isWorthAgain(error)) || Date.now() > deadline) throw error;
        await sleep(isLost ? waitMs : 0);
      }
    }
  }

  /** What was begun is written, or was not to be. */
  async ended(): Promise<void> {
    await this.#last;
  }
}
