// Events that came before the result that confirms their subscription: kept for a while, then accepted or dropped.

import { integer, text } from '../../base/row.ts';
import type { Database } from '../../sqlite/database.ts';

export interface HeldEvent {
  readonly at: number;
  /** The message as it was sent. */
  readonly body: string;
}

export function rapHeld(database: Database) {
  /** Calls that may have some. Almost none does, and results should not need a database query for that. */
  const calls = new Set(database.query('SELECT DISTINCT call FROM held', (row) => integer(row, 'call')).all());
  const ofCall = database.query('SELECT at, body FROM held WHERE call = ? ORDER BY held', (row) => ({
    at: integer(row, 'at'),
    body: text(row, 'body'),
  }));
  const count = database.query('SELECT count(*) AS count FROM held WHERE call = ?', (row) => integer(row, 'count'));
  const insert = database.command('INSERT INTO held (call, at, body) VALUES (?, ?, ?)');
  const drop = database.command('DELETE FROM held WHERE call = ?');
  return {
    count: (call: number): number => (calls.has(call) ? (count.get(call) ?? 0) : 0),
    hold(call: number, at: number, body: string): void {
      calls.add(call);
      insert.run(call, at, body);
    },
    /** Releases all events of a call, in order of arrival. The call stays in the set: a commit may be run again. */
    release(call: number): HeldEvent[] {
      if (!calls.has(call)) return [];
      const held = ofCall.all(call);
      if (held.length > 0) drop.run(call);
      return held;
    },
  };
}

export type RapHeld = ReturnType<typeof rapHeld>;
