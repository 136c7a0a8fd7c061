// The journal of RAP threads: what happened, in order. Its sequence numbers are the ids of the streams.

import { integer, integerOrNull, type Row, text, textOrNull } from '../../base/row.ts';
import type { RapEvent } from '../../model/rap-event.ts';
import type { Command, Database, Query } from '../../sqlite/database.ts';

export interface EventRow extends RapEvent {
  /** Call number. */
  readonly call: number | null;
}

/** A view without its content. */
export interface ViewEntry {
  readonly groupId: string;
  readonly viewType: string;
  readonly at: number;
  /** Of its newest state. */
  readonly bytes: number;
}

function readEvent(row: Row): EventRow {
  return {
    seq: integer(row, 'seq'),
    groupId: text(row, 'group_id'),
    call: integerOrNull(row, 'call'),
    id: textOrNull(row, 'id'),
    callId: textOrNull(row, 'call_id'),
    operation: textOrNull(row, 'operation'),
    kind: text(row, 'kind'),
    at: integer(row, 'at'),
    body: text(row, 'body'),
  };
}

const SELECT = `SELECT event.seq, thread.group_id, event.call, call.id, call.call_id, call.operation, event.kind,
    event.at, event.body
  FROM event JOIN thread ON thread.thread = event.thread LEFT JOIN call ON call.call = event.call`;

/** The index block of a sequence number; the schema explains why there are blocks. */
function blockOf(seq: number): number {
  return Math.floor(seq / 4096);
}

export class RapJournal {
  readonly #append: Command;
  readonly #drop: Command;
  readonly #bySeq: Query<EventRow>;
  readonly #inBlock: Query<EventRow>;
  readonly #last: Query<number | null>;
  readonly #viewSeq: Query<number>;
  readonly #views: Query<EventRow>;
  readonly #newestViews: Query<ViewEntry>;
  readonly #setView: Command;

  constructor(database: Database) {
    this.#append = database.command('INSERT INTO event (thread, call, kind, at, body) VALUES (?, ?, ?, ?, ?)');
    this.#drop = database.command('DELETE FROM event WHERE seq = ?');
    this.#bySeq = database.query(`${SELECT} WHERE event.seq = ?`, readEvent);
    this.#inBlock = database.query(
      `${SELECT} WHERE (event.seq >> 12) = ? AND event.thread = ? AND event.seq > ? ORDER BY event.seq`,
      readEvent,
    );
    this.#last = database.query('SELECT max(seq) AS seq FROM event', (row) => integerOrNull(row, 'seq'));
    this.#viewSeq = database.query('SELECT seq FROM view WHERE thread = ? AND view_type = ?', (row) =>
      integer(row, 'seq'),
    );
    this.#views = database.query(
      `${SELECT} JOIN view ON view.seq = event.seq WHERE view.thread = ? ORDER BY view.view_type`,
      readEvent,
    );
    this.#newestViews = database.query(
      `SELECT group_id, view_type, at, octet_length(body) AS bytes
       FROM (SELECT * FROM view ORDER BY seq DESC LIMIT ?) AS newest JOIN event ON event.seq = newest.seq
         JOIN thread ON thread.thread = newest.thread ORDER BY newest.seq DESC`,
      (row) => ({
        groupId: text(row, 'group_id'),
        viewType: text(row, 'view_type'),
        at: integer(row, 'at'),
        bytes: integer(row, 'bytes'),
      }),
    );
    this.#setView = database.command(
      `INSERT INTO view (thread, view_type, seq) VALUES (?, ?, ?)
       ON CONFLICT (thread, view_type) DO UPDATE SET seq = excluded.seq`,
    );
  }

  append(thread: number, call: number | null, kind: string, at: number, body: string): number {
    return this.#append.run(thread, call, kind, at, body).lastId;
  }

  /** Removes an event of the open transaction: no one has seen its number yet. */
  takeBack(seq: number): void {
    this.#drop.run(seq);
  }

  /** The newest state replaces the previous one, so that a view that changes often does not fill the disk. */
  appendView(thread: number, call: number, viewType: string, at: number, body: string): number {
    const before = this.#viewSeq.get(thread, viewType);
    const seq = this.append(thread, call, 'view_update', at, body);
    this.#setView.run(thread, viewType, seq);
    if (before !== undefined) this.#drop.run(before);
    return seq;
  }

  /** The newest state of each view of the thread. */
  views(thread: number): EventRow[] {
    return this.#views.all(thread);
  }

  /** Of all threads, most recently changed first. */
  newestViews(limit: number): ViewEntry[] {
    return this.#newestViews.all(limit);
  }

  bySeq(seq: number): EventRow | undefined {
    return this.#bySeq.get(seq);
  }

  /** A thread's events, oldest first, one by one. */
  *after(thread: number, seq: number): IterableIterator<EventRow> {
    const last = blockOf(this.lastSeq());
    for (let block = blockOf(seq); block <= last; block++) yield* this.#inBlock.each(block, thread, seq);
  }

  lastSeq(): number {
    return this.#last.get() ?? 0;
  }
}
