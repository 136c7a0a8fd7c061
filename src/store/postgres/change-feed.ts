// Reads what changed in the index, in order, from any place in its history that is still known.

import { setTimeout as sleep } from 'node:timers/promises';
import { integer } from '../../base/row.ts';
import type { ChangeFeed, ChangeQuestions } from '../questions/changes.ts';
import { changeOfRow, feedOf } from '../rows/change-row.ts';
import type { Statements } from './database/statement.ts';

const FEED_LIMIT = 1000;
const PATIENCE_MS = 2000;
const LOOK_AGAIN_MS = 10;

/**
 * Numbers are given before transactions end: one that ends later can have smaller ones. Only what is older than every transaction
 * that still runs is told, so that nothing comes in behind it.
 */
const SETTLED = 'xid < pg_snapshot_xmin(pg_current_snapshot())';

export class ChangeFeedReader implements ChangeQuestions {
  readonly #on: Statements;

  constructor(on: Statements) {
    this.#on = on;
  }

  /** Waits a little for transactions that still run: nobody would be told of what came before them. */
  async last(): Promise<number> {
    for (const deadline = performance.now() + PATIENCE_MS; ; await sleep(LOOK_AGAIN_MS)) {
      const row = await this.#on.get(
        `SELECT coalesce(max(seq) FILTER (WHERE ${SETTLED}), 0) AS settled, coalesce(max(seq), 0) AS newest FROM changes
         WHERE seq > (SELECT coalesce(max(seq), 0) - ${FEED_LIMIT} FROM changes)`,
      );
      if (row === undefined) return 0;
      const settled = integer(row, 'settled');
      if (settled === integer(row, 'newest') || performance.now() > deadline) return settled;
    }
  }

  /** A place ahead of the newest change is one of another index, thrown away since: everything was missed. */
  async since(seq: number, limit = FEED_LIMIT): Promise<ChangeFeed> {
    const rows = await this.#on.all(
      `SELECT e.oldest, e.newest, c.* FROM (SELECT coalesce(min(seq), 0) AS oldest, coalesce(max(seq), 0) AS newest FROM changes) e
       LEFT JOIN (SELECT seq, agent, session, call_id FROM changes WHERE seq > $1 AND ${SETTLED} ORDER BY seq LIMIT $2) c ON true
       ORDER BY c.seq`,
      seq,
      limit,
    );
    const [edges] = rows;
    const oldest = edges === undefined ? 0 : integer(edges, 'oldest');
    const newest = edges === undefined ? 0 : integer(edges, 'newest');
    const changes = rows.filter((row) => row['seq'] !== null).map(changeOfRow);
    return feedOf(seq, changes, oldest, newest);
  }
}
