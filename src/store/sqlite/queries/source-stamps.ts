// How far each file was read and how to recognise it, without loading its ledger.

import type { Database, Query } from '../../../sqlite/database.ts';
import type { SourceStamp } from '../../local-index.ts';
import { stampOf } from '../../rows/source-stamp.ts';

const SELECT = `SELECT s.agent, s.id AS session, f.thread, f.started_at, s.lineage, f.path, f.device, f.inode, f.size,
    f.modified_at, f.offset, f.head, f.tail, f.ledger IS NULL AS is_side, f.gone_at
  FROM sources f JOIN sessions s ON s.pk = f.session_pk`;

export class SourceStamps {
  readonly #all: Query<SourceStamp>;
  readonly #ofSession: Query<SourceStamp>;
  readonly #at: Query<SourceStamp>;

  constructor(index: Database) {
    this.#all = index.query(`${SELECT} ORDER BY f.session_pk, f.num`, stampOf);
    this.#ofSession = index.query(`${SELECT} WHERE s.agent = ? AND s.id = ? ORDER BY f.num`, stampOf);
    this.#at = index.query(`${SELECT} WHERE f.path = ?`, stampOf);
  }

  /** Grouped by session. */
  all(): SourceStamp[] {
    return this.#all.all();
  }

  ofSession(agent: string, session: string): SourceStamp[] {
    return this.#ofSession.all(agent, session);
  }

  at(path: string): SourceStamp | undefined {
    return this.#at.get(path);
  }
}
