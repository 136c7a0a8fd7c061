// Owns the files of the index: which are known, how far each was read, which moved, which are gone.

import type { Ledger } from '../../model/ledger.ts';
import type { Command, Database, Query } from '../database.ts';
import { integer, integerOrNull, type Row, text, textOrNull } from '../row.ts';
import type { KnownSource } from './index-store.ts';
import { ledgerOf, ledgerText } from './ledger-text.ts';
import type { SourceFacts } from './session-batch.ts';

function knownSource(row: Row): KnownSource {
  const written = textOrNull(row, 'ledger');
  let ledger: Ledger | undefined;
  return {
    isSide: written === null,
    agent: text(row, 'agent'),
    session: text(row, 'session'),
    lineage: textOrNull(row, 'lineage'),
    num: integer(row, 'num'),
    path: text(row, 'path'),
    thread: text(row, 'thread'),
    startedAt: integerOrNull(row, 'started_at'),
    device: text(row, 'device'),
    inode: text(row, 'inode'),
    size: integer(row, 'size'),
    modifiedAt: integer(row, 'modified_at'),
    offset: integer(row, 'offset'),
    line: integer(row, 'line'),
    head: text(row, 'head'),
    tail: text(row, 'tail'),
    // Read when somebody asks: a look at thousands of files needs to know only that there is one.
    get ledger() {
      if (written === null) return null;
      ledger ??= ledgerOf(written);
      return ledger;
    },
    goneAt: integerOrNull(row, 'gone_at'),
  };
}

const SELECT = `SELECT s.agent, s.id AS session, s.lineage, f.num, f.path, f.thread, f.started_at, f.device, f.inode,
    f.size, f.modified_at, f.offset, f.line, f.head, f.tail, f.ledger, f.gone_at
  FROM sources f JOIN sessions s ON s.pk = f.session_pk`;

export class SourceTable {
  readonly #all: Query<KnownSource>;
  readonly #ofAgent: Query<KnownSource>;
  readonly #at: Query<KnownSource>;
  readonly #siblings: Query<KnownSource>;
  readonly #put: Command;
  readonly #clear: Command;
  readonly #move: Command;
  readonly #delete: Command;
  readonly #gone: Command;

  constructor(database: Database) {
    this.#all = database.query(`${SELECT} ORDER BY f.session_pk, f.num`, knownSource);
    this.#ofAgent = database.query(`${SELECT} WHERE s.agent = ? ORDER BY f.session_pk, f.num`, knownSource);
    this.#at = database.query(`${SELECT} WHERE f.path = ?`, knownSource);
    this.#siblings = database.query(
      `${SELECT} WHERE f.session_pk = (SELECT session_pk FROM sources WHERE path = ?) ORDER BY f.num`,
      knownSource,
    );
    this.#put = database.command(
      `INSERT INTO sources (session_pk, num, path, thread, started_at, device, inode, size, modified_at, offset, line,
         head, tail, ledger)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (path) DO UPDATE SET session_pk = excluded.session_pk, num = excluded.num, thread = excluded.thread,
         started_at = excluded.started_at, device = excluded.device, inode = excluded.inode, size = excluded.size,
         modified_at = excluded.modified_at, offset = excluded.offset, line = excluded.line, head = excluded.head,
         tail = excluded.tail, ledger = excluded.ledger, gone_at = NULL`,
    );
    this.#clear = database.command('DELETE FROM sources WHERE session_pk = ?');
    this.#move = database.command('UPDATE sources SET path = ?, gone_at = NULL WHERE path = ?');
    this.#delete = database.command('DELETE FROM sources WHERE path = ?');
    this.#gone = database.command('UPDATE sources SET gone_at = ? WHERE path = ? AND gone_at IS NULL');
  }

  all(): KnownSource[] {
    return this.#all.all();
  }

  ofAgent(agent: string): KnownSource[] {
    return this.#ofAgent.all(agent);
  }

  at(path: string): KnownSource | undefined {
    return this.#at.get(path);
  }

  /** The files of the session that the file at this path belongs to. */
  ofSessionAt(path: string): KnownSource[] {
    return this.#siblings.all(path);
  }

  put(session: number, source: SourceFacts): void {
    this.#put.run(
      session,
      source.num,
      source.path,
      source.thread,
      source.startedAt,
      source.device,
      source.inode,
      source.size,
      source.modifiedAt,
      source.offset,
      source.line,
      source.head,
      source.tail,
      source.ledger === null ? null : ledgerText(source.ledger),
    );
  }

  clear(session: number): void {
    this.#clear.run(session);
  }

  move(from: string, to: string): void {
    // Sums that triggers keep do not see what is only replaced.
    this.#delete.run(to);
    this.#move.run(to, from);
  }

  markGone(path: string, at: number): void {
    this.#gone.run(at, path);
  }
}
