// Insights of sessions as last computed. A row whose session has changed since is out of date, and stays until it is computed
// again.

import { integer } from '../../../base/row.ts';
import type { StampedInsights } from '../../../model/insight-row.ts';
import type { Command, Database, Query } from '../../../sqlite/database.ts';
import { insightValues, MANY_CALLS } from '../../rows/insight-row.ts';

export const INSIGHT_TABLES = `
CREATE TABLE insights (
  session_pk INTEGER PRIMARY KEY REFERENCES sessions (pk) ON DELETE CASCADE,
  -- By which rules and prices; null: the session has changed since.
  stamp TEXT,
  ending TEXT NOT NULL,
  rule TEXT NOT NULL,
  wall_ms REAL NOT NULL,
  active_ms REAL NOT NULL,
  cost_usd REAL,
  cost_basis TEXT NOT NULL,
  open_failures INTEGER NOT NULL,
  hidden_failures INTEGER NOT NULL,
  -- JSON: time, turns, costs, claims.
  body TEXT NOT NULL
);
`;

export class InsightTable {
  readonly #put: Command;
  readonly #age: Command;
  readonly #clear: Command;
  readonly #stale: Query<number>;

  constructor(database: Database) {
    this.#put = database.command('INSERT OR REPLACE INTO insights VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
    this.#age = database.command('UPDATE insights SET stamp = NULL WHERE session_pk = ?');
    this.#clear = database.command('DELETE FROM insights WHERE session_pk = ?');
    this.#stale = database.query(
      `SELECT s.pk FROM sessions s LEFT JOIN insights i ON i.session_pk = s.pk
       WHERE i.stamp IS NOT ? AND (s.live = 0 OR s.calls < ${MANY_CALLS})`,
      (row) => integer(row, 'pk'),
    );
  }

  put(session: number, insights: StampedInsights): void {
    this.#put.do(session, ...insightValues(insights));
  }

  /** The session has changed; without new insights the stored ones are out of date. */
  note(session: number, insights: StampedInsights | undefined): void {
    if (insights === undefined) this.#age.do(session);
    else this.put(session, insights);
  }

  clear(session: number): void {
    this.#clear.do(session);
  }

  stale(stamp: string): number[] {
    return this.#stale.all(stamp);
  }
}
