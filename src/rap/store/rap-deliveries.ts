// Known delivery ids, kept longer than any known sender retries.

import { integer } from '../../base/row.ts';
import type { Command, Database, Query } from '../../sqlite/database.ts';

/** The longest known retry schedule ends after 75 h 35 m. */
const KEPT_MS = 7 * 24 * 3_600_000;
const PRUNE_EVERY = 1024;

export class RapDeliveries {
  readonly #find: Query<number>;
  readonly #insert: Command;
  readonly #prune: Command;
  /** Prunes on the first insert: earlier processes may have ended before pruning. */
  #inserted = PRUNE_EVERY - 1;

  constructor(database: Database) {
    this.#find = database.query('SELECT at FROM delivery WHERE call = ? AND webhook_id = ?', (row) =>
      integer(row, 'at'),
    );
    this.#insert = database.command('INSERT OR IGNORE INTO delivery (call, webhook_id, at) VALUES (?, ?, ?)');
    this.#prune = database.command('DELETE FROM delivery WHERE at < ?');
  }

  isKnown(call: number, webhookId: string): boolean {
    return this.#find.get(call, webhookId) !== undefined;
  }

  insert(call: number, webhookId: string, at: number): void {
    this.#inserted++;
    if (this.#inserted % PRUNE_EVERY === 0) this.#prune.run(at - KEPT_MS);
    this.#insert.run(call, webhookId, at);
  }
}
