// Reads what changed in the index, in order, from any place in its history that is still known.

import { integer, text, textOrNull } from '../../../base/row.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import type { Change, ChangeFeed } from '../../questions/changes.ts';
import { READ_AGAIN } from '../../rows/read-again.ts';

const FEED_LIMIT = 1000;

export class ChangeLog {
  readonly #changes: Query<Change>;
  readonly #oldest: Query<number>;
  readonly #last: Query<number>;

  constructor(database: Database) {
    this.#changes = database.query(
      'SELECT seq, agent, session, call_id FROM changes WHERE seq > ? ORDER BY seq LIMIT ?',
      (row) => {
        const callId = textOrNull(row, 'call_id');
        const isAnew = callId === READ_AGAIN;
        return {
          seq: integer(row, 'seq'),
          agent: text(row, 'agent'),
          session: text(row, 'session'),
          callId: isAnew ? null : callId,
          ...(isAnew ? { isAnew } : {}),
        };
      },
    );
    this.#oldest = database.query('SELECT seq FROM changes ORDER BY seq LIMIT 1', (row) => integer(row, 'seq'));
    this.#last = database.query('SELECT seq FROM changes ORDER BY seq DESC LIMIT 1', (row) => integer(row, 'seq'));
  }

  /** The number of the newest change; 0 before the first. */
  last(): number {
    return this.#last.get() ?? 0;
  }

  /** A place ahead of the newest change belongs to an index that was deleted since: everything was missed. */
  since(seq: number, limit = FEED_LIMIT): ChangeFeed {
    const oldest = this.#oldest.get();
    const changes = this.#changes.all(seq, limit);
    const isAhead = changes.length === 0 && seq > this.last();
    const isBehind = oldest !== undefined && seq < oldest - 1;
    const next = isAhead ? this.last() : (changes.at(-1)?.seq ?? seq);
    return { changes, seq: next, missed: isBehind || isAhead };
  }
}
