// The question how far each file was read and how to recognise it, without the weight of its ledger.

import { integer, integerOrNull, type Row, text, textOrNull } from '../../../base/row.ts';
import type { Database, Query } from '../../../sqlite/database.ts';
import type { SourceStamp } from '../../local-index.ts';

function stamp(row: Row): SourceStamp {
  return {
    agent: text(row, 'agent'),
    session: text(row, 'session'),
    thread: text(row, 'thread'),
    startedAt: integerOrNull(row, 'started_at'),
    lineage: textOrNull(row, 'lineage'),
    path: text(row, 'path'),
    device: text(row, 'device'),
    inode: text(row, 'inode'),
    size: integer(row, 'size'),
    modifiedAt: integer(row, 'modified_at'),
    offset: integer(row, 'offset'),
    head: text(row, 'head'),
    tail: text(row, 'tail'),
    isSide: integer(row, 'is_side') !== 0,
    goneAt: integerOrNull(row, 'gone_at'),
  };
}

const SELECT = `SELECT s.agent, s.id AS session, f.thread, f.started_at, s.lineage, f.path, f.device, f.inode, f.size,
    f.modified_at, f.offset, f.head, f.tail, f.ledger IS NULL AS is_side, f.gone_at
  FROM sources f JOIN sessions s ON s.pk = f.session_pk`;

export class SourceStamps {
  readonly #all: Query<SourceStamp>;
  readonly #ofSession: Query<SourceStamp>;
  readonly #at: Query<SourceStamp>;

  constructor(index: Database) {
    this.#all = index.query(`${SELECT} ORDER BY f.session_pk, f.num`, stamp);
    this.#ofSession = index.query(`${SELECT} WHERE s.agent = ? AND s.id = ? ORDER BY f.num`, stamp);
    this.#at = index.query(`${SELECT} WHERE f.path = ?`, stamp);
  }

  /** Files of one session stand together. */
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
