// Events that came before the result that confirms their subscription: kept for a while, then accepted or dropped.

import { integer, text } from '../../base/row.ts';
import type { Command, Database, Query } from '../../sqlite/database.ts';

export interface HeldEvent {
  readonly at: number;
  /** The message as it was sent. */
  readonly body: string;
}

export class RapHeld {
  /** Calls that may have some. Almost none does, and results should not need a database query for that. */
  readonly #calls: Set<number>;
  readonly #ofCall: Query<HeldEvent>;
  readonly #count: Query<number>;
  readonly #insert: Command;
  readonly #delete: Command;

  constructor(database: Database) {
    this.#calls = new Set(database.query('SELECT DISTINCT call FROM held', (row) => integer(row, 'call')).all());
    this.#ofCall = database.query('SELECT at, body FROM held WHERE call = ? ORDER BY held', (row) => ({
      at: integer(row, 'at'),
      body: text(row, 'body'),
    }));
    this.#count = database.query('SELECT count(*) AS count FROM held WHERE call = ?', (row) => integer(row, 'count'));
    this.#insert = database.command('INSERT INTO held (call, at, body) VALUES (?, ?, ?)');
    this.#delete = database.command('DELETE FROM held WHERE call = ?');
  }

  count(call: number): number {
    return this.#calls.has(call) ? (this.#count.get(call) ?? 0) : 0;
  }

  hold(call: number, at: number, body: string): void {
    this.#calls.add(call);
    this.#insert.run(call, at, body);
  }

  /** Releases all events of a call, in order of arrival. The call stays in the set: a commit may be run again. */
  release(call: number): HeldEvent[] {
    if (!this.#calls.has(call)) return [];
    const held = this.#ofCall.all(call);
    if (held.length > 0) this.#delete.run(call);
    return held;
  }
}
