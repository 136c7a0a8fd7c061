// The rows of RAP threads.

import { integer, integerOrNull, type Row, text, textOrNull } from '../../base/row.ts';
import type { Database } from '../../sqlite/database.ts';

export interface ThreadRow {
  readonly thread: number;
  readonly groupId: string;
  readonly state: 'open' | 'closed';
  readonly title: string | null;
  readonly userId: string | null;
  /** JSON array of group ids, root first. */
  readonly ancestors: string | null;
  readonly openedAt: number;
  /** Of the newest event, accurate to a second. */
  readonly lastAt: number;
  readonly closedAt: number | null;
}

export interface ThreadSummary extends ThreadRow {
  readonly calls: number;
  readonly pending: number;
  readonly subscriptions: number;
}

function readThread(row: Row): ThreadRow {
  return {
    thread: integer(row, 'thread'),
    groupId: text(row, 'group_id'),
    state: text(row, 'state') === 'closed' ? 'closed' : 'open',
    title: textOrNull(row, 'title'),
    userId: textOrNull(row, 'user_id'),
    ancestors: textOrNull(row, 'ancestors'),
    openedAt: integer(row, 'opened_at'),
    lastAt: integer(row, 'last_at'),
    closedAt: integerOrNull(row, 'closed_at'),
  };
}

export function rapThreads(database: Database) {
  const find = database.query('SELECT * FROM thread WHERE group_id = ?', readThread);
  const count = database.query('SELECT count(*) AS n FROM thread', (row) => integer(row, 'n'));
  const family = database.query(
    `SELECT * FROM thread WHERE state = 'open' AND (group_id = ?1 OR json_extract(ancestors, '$[0]') = ?1) ORDER BY thread`,
    readThread,
  );
  const insert = database.command(
    `INSERT INTO thread (group_id, state, title, user_id, ancestors, opened_at, last_at)
     VALUES (?, 'open', ?, ?, ?, ?, ?)`,
  );
  const touch = database.command('UPDATE thread SET last_at = ?1 WHERE thread = ?2 AND last_at < ?1');
  const close = database.command(
    "UPDATE thread SET state = 'closed', closed_at = ? WHERE thread = ? AND state = 'open'",
  );
  const list = database.query(
    `WITH waiting AS (SELECT thread, count(*) AS n FROM call INDEXED BY call_pending WHERE state = 'pending' GROUP BY thread)
     SELECT thread.*,
       (SELECT count(*) FROM call WHERE call.thread = thread.thread) AS calls,
       coalesce((SELECT n FROM waiting WHERE waiting.thread = thread.thread), 0) AS pending,
       (SELECT count(*) FROM call WHERE call.thread = thread.thread AND subscription = 'active') AS subscriptions
     FROM thread ORDER BY last_at DESC, thread DESC LIMIT ? OFFSET ?`,
    (row) => ({
      ...readThread(row),
      calls: integer(row, 'calls'),
      pending: integer(row, 'pending'),
      subscriptions: integer(row, 'subscriptions'),
    }),
  );
  return {
    find: (groupId: string): ThreadRow | undefined => find.get(groupId),
    /** The thread and all open threads below it. Scans every thread: for rare use. */
    family: (rootGroupId: string): ThreadRow[] => family.all(rootGroupId),
    count: (): number => count.get() ?? 0,
    insert: (row: Pick<ThreadRow, 'groupId' | 'title' | 'userId' | 'ancestors' | 'openedAt'>): number =>
      insert.run(row.groupId, row.title, row.userId, row.ancestors, row.openedAt, row.openedAt).lastId,
    /** Notes activity in the thread. */
    touch(thread: number, at: number): void {
      touch.run(at, thread);
    },
    /** False when it was already closed. */
    close: (thread: number, at: number): boolean => close.run(at, thread).changes === 1,
    /** Newest first. */
    list: (limit: number, offset = 0): ThreadSummary[] => list.all(limit, offset),
  };
}

export type RapThreads = ReturnType<typeof rapThreads>;
