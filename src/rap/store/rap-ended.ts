// Deletes ended RAP threads: closed, nothing pending, and no open thread below them.

import { integer, text, textOrNull } from '../../base/row.ts';
import type { Database, Query } from '../../sqlite/database.ts';

export interface EndedThread {
  readonly thread: number;
  readonly groupId: string;
  readonly title: string | null;
  readonly closedAt: number;
  readonly calls: number;
  /** Size of its events. */
  readonly bytes: number;
}

/** Numbers are never reused: the threads of the newest event, call and thread are kept. */
const OVER = `state = 'closed' AND closed_at < ? AND last_at < ?
    AND NOT EXISTS (SELECT 1 FROM call WHERE call.thread = thread.thread AND (state = 'pending' OR subscription = 'active'))
    AND NOT EXISTS (SELECT 1 FROM thread below, json_each(below.ancestors) above
      WHERE below.state = 'open' AND above.value = thread.group_id)
    AND thread.thread NOT IN (SELECT max(thread) FROM thread
      UNION SELECT thread FROM (SELECT thread, max(seq) FROM event) WHERE thread IS NOT NULL
      UNION SELECT thread FROM (SELECT thread, max(call) FROM call) WHERE thread IS NOT NULL)
  ORDER BY closed_at`;

const ENDED = `SELECT thread.thread, group_id, title, closed_at,
    (SELECT count(*) FROM call WHERE call.thread = thread.thread) AS calls, coalesce(bytes, 0) AS bytes
  FROM thread LEFT JOIN (SELECT thread, sum(length(body)) AS bytes FROM event GROUP BY thread) USING (thread)
  WHERE ${OVER}`;

const OF_CALLS = ['delivery', 'ask', 'held', 'address'] as const;
const OF_THREADS = ['view', 'toolset', 'event', 'call', 'thread'] as const;

export class RapEnded {
  readonly #database: Database;
  readonly #ended: Query<EndedThread>;
  readonly #over: Query<Pick<EndedThread, 'thread'>>;

  constructor(database: Database) {
    this.#database = database;
    this.#ended = database.query(ENDED, (row) => ({
      thread: integer(row, 'thread'),
      groupId: text(row, 'group_id'),
      title: textOrNull(row, 'title'),
      closedAt: integer(row, 'closed_at'),
      calls: integer(row, 'calls'),
      bytes: integer(row, 'bytes'),
    }));
    this.#over = database.query(`SELECT thread FROM thread WHERE ${OVER} LIMIT ?`, (row) => ({
      thread: integer(row, 'thread'),
    }));
  }

  /** Threads closed before then, and silent since; the oldest first. */
  closedBefore(at: number): EndedThread[] {
    return this.#ended.all(at, at);
  }

  /** The same with a limit, and without sizes. */
  overBefore(at: number, limit: number): Pick<EndedThread, 'thread'>[] {
    return this.#over.all(at, at, limit);
  }

  /** Deletes all of them or none. */
  drop(threads: readonly Pick<EndedThread, 'thread'>[]): void {
    const chosen = JSON.stringify(threads.map(({ thread }) => thread));
    const among = 'IN (SELECT value FROM json_each(?))';
    this.#database.transaction(() => {
      for (const table of OF_CALLS) {
        const ofThem = `call IN (SELECT call FROM call WHERE thread ${among})`;
        this.#database.command(`DELETE FROM ${table} WHERE ${ofThem}`).run(chosen);
      }
      for (const table of OF_THREADS) {
        this.#database.command(`DELETE FROM ${table} WHERE thread ${among}`).run(chosen);
      }
    });
  }

  /** Bytes of the file. */
  get size(): number {
    const pages = this.#database.query(
      'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()',
      (row) => integer(row, 'bytes'),
    );
    return pages.get() ?? 0;
  }

  /** Returns free space to the disk. Temporarily needs the same space again. */
  shrink(): void {
    this.#database.exec('VACUUM');
  }
}
