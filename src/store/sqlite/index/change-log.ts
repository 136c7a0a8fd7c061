// Reads what changed in the index, in order, from any place in its history that is still known.

import { integer } from '../../../base/row.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import type { Change, ChangeFeed } from '../../questions/changes.ts';
import { changeOfRow, feedOf } from '../../rows/change-row.ts';

const FEED_LIMIT = 1000;

export class ChangeLog {
  readonly #changes: Query<Change>;
  readonly #oldest: Query<number>;
  readonly #last: Query<number>;

  constructor(database: Database) {
    this.#changes = database.query(
      'SELECT seq, agent, session, call_id FROM changes WHERE seq > ? ORDER BY seq LIMIT ?',
      changeOfRow,
    );
    this.#oldest = database.query('SELECT seq FROM changes ORDER BY seq LIMIT 1', (row) => integer(row, 'seq'));
    this.#last = database.query('SELECT seq FROM changes ORDER BY seq DESC LIMIT 1', (row) => integer(row, 'seq'));
  }

  /** The number of the newest change; 0 before the first. */
  last(): number {
    return this.#last.get() ?? 0;
  }

  since(seq: number, limit = FEED_LIMIT): ChangeFeed {
    return feedOf(seq, this.#changes.all(seq, limit), this.#oldest.get() ?? 0, this.last());
  }
}
