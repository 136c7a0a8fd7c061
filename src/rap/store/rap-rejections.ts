// The log of rejected messages: only the newest, so that rejected senders cannot fill the disk.

import { integer, type Row, text, textOrNull } from '../../base/row.ts';
import type { Command, Database, Query } from '../../sqlite/database.ts';

export interface RejectionRow {
  readonly rejection: number;
  readonly at: number;
  readonly reason: string;
  readonly status: number;
  readonly groupId: string | null;
  readonly id: string | null;
  readonly type: string | null;
  /** Size of the body as it came. */
  readonly bytes: number;
  /** The beginning of the body, addresses and credentials blanked. */
  readonly body: string | null;
}

/** Requests without a valid address have a smaller log of their own, so that they cannot push out useful entries. */
export const UNAUTHENTICATED = 'unauthenticated';
const KEPT = 10_000;
const KEPT_UNAUTHENTICATED = 1_000;
const PRUNE_EVERY = 256;

function readRejection(row: Row): RejectionRow {
  return {
    rejection: integer(row, 'rejection'),
    at: integer(row, 'at'),
    reason: text(row, 'reason'),
    status: integer(row, 'status'),
    groupId: textOrNull(row, 'group_id'),
    id: textOrNull(row, 'id'),
    type: textOrNull(row, 'type'),
    bytes: integer(row, 'bytes'),
    body: textOrNull(row, 'body'),
  };
}

export class RapRejections {
  readonly #insert: Command;
  readonly #list: Query<RejectionRow>;
  readonly #ofGroup: Query<RejectionRow>;
  readonly #prune: Command;
  readonly #pruneUnauthenticated: Command;
  /** Prunes on the first insert: earlier processes may have ended before pruning. */
  #inserted = PRUNE_EVERY - 1;

  constructor(database: Database) {
    this.#insert = database.command(
      'INSERT INTO rejection (at, reason, status, group_id, id, type, bytes, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    );
    this.#list = database.query('SELECT * FROM rejection ORDER BY rejection DESC LIMIT ?', readRejection);
    this.#ofGroup = database.query(
      'SELECT * FROM rejection WHERE group_id = ? ORDER BY rejection DESC LIMIT ?',
      readRejection,
    );
    const prune = (condition: string, kept: number): Command =>
      database.command(
        `DELETE FROM rejection WHERE reason ${condition} '${UNAUTHENTICATED}' AND rejection <=
           (SELECT rejection FROM rejection WHERE reason ${condition} '${UNAUTHENTICATED}'
            ORDER BY rejection DESC LIMIT 1 OFFSET ${kept})`,
      );
    this.#prune = prune('<>', KEPT);
    this.#pruneUnauthenticated = prune('=', KEPT_UNAUTHENTICATED);
  }

  insert(row: Omit<RejectionRow, 'rejection'>): void {
    this.#insert.run(row.at, row.reason, row.status, row.groupId, row.id, row.type, row.bytes, row.body);
    this.#inserted++;
    if (this.#inserted % PRUNE_EVERY !== 0) return;
    this.#prune.run();
    this.#pruneUnauthenticated.run();
  }

  /** Newest first. */
  list(limit: number, groupId?: string): RejectionRow[] {
    return groupId === undefined ? this.#list.all(limit) : this.#ofGroup.all(groupId, limit);
  }
}
