// The manifests of a thread's tool servers, as they were when the thread was opened.

import { integer, type Row, text, textOrNull } from '../../base/row.ts';
import type { Command, Database, Query } from '../../sqlite/database.ts';

export interface ToolsetRow {
  readonly base: string;
  /** JSON; null when discovery failed. */
  readonly manifest: string | null;
  readonly problem: string | null;
  readonly fetchedAt: number;
}

function readToolset(row: Row): ToolsetRow {
  return {
    base: text(row, 'base'),
    manifest: textOrNull(row, 'manifest'),
    problem: textOrNull(row, 'problem'),
    fetchedAt: integer(row, 'fetched_at'),
  };
}

/** A server as discovered for the newest thread that uses it, and how recent calls to it went. */
export interface ToolsetUse extends ToolsetRow {
  /** Threads that use it, among the newest. */
  readonly threads: number;
  /** Recent calls of all threads that went to it. */
  readonly calls: number;
  readonly pending: number;
  /** The server refused, or could not be reached. */
  readonly refused: number;
  readonly unreachable: number;
  /** The server accepted the call but did not answer in time. */
  readonly expired: number;
}

/** How far back the use of servers is examined. */
const RECENT_THREADS = 500;
const RECENT_CALLS = 2000;

export class RapToolsets {
  readonly #ofThread: Query<ToolsetRow>;
  readonly #inUse: Query<ToolsetUse>;
  readonly #set: Command;
  readonly #delete: Command;

  constructor(database: Database) {
    this.#ofThread = database.query('SELECT * FROM toolset WHERE thread = ? ORDER BY base', readToolset);
    this.#inUse = database.query(
      `WITH newest AS (SELECT thread FROM thread ORDER BY last_at DESC, thread DESC LIMIT ${RECENT_THREADS}),
         used AS (SELECT base, manifest, problem, max(fetched_at) AS fetched_at, count(*) AS threads
           FROM toolset WHERE thread IN (SELECT thread FROM newest) GROUP BY base),
         made AS (SELECT base, state, delivery FROM call ORDER BY call DESC LIMIT ${RECENT_CALLS}),
         went AS (SELECT base, count(*) AS calls, sum(state = 'pending') AS pending, sum(delivery = 'refused') AS refused,
             sum(delivery = 'unreachable') AS unreachable, sum(state = 'expired') AS expired
           FROM made WHERE base IS NOT NULL GROUP BY base)
       SELECT used.*, coalesce(calls, 0) AS calls, coalesce(pending, 0) AS pending, coalesce(refused, 0) AS refused,
         coalesce(unreachable, 0) AS unreachable, coalesce(expired, 0) AS expired
       FROM used LEFT JOIN went ON went.base = used.base ORDER BY used.base`,
      (row) => ({
        ...readToolset(row),
        threads: integer(row, 'threads'),
        calls: integer(row, 'calls'),
        pending: integer(row, 'pending'),
        refused: integer(row, 'refused'),
        unreachable: integer(row, 'unreachable'),
        expired: integer(row, 'expired'),
      }),
    );
    this.#delete = database.command('DELETE FROM toolset WHERE thread = ? AND base = ?');
    this.#set = database.command(
      `INSERT INTO toolset (thread, base, manifest, problem, fetched_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (thread, base) DO UPDATE SET
         manifest = excluded.manifest, problem = excluded.problem, fetched_at = excluded.fetched_at`,
    );
  }

  /** Replaces one server by another. */
  replace(thread: number, base: string, row: ToolsetRow): void {
    this.#delete.run(thread, base);
    this.set(thread, row);
  }

  ofThread(thread: number): ToolsetRow[] {
    return this.#ofThread.all(thread);
  }

  /** Servers of the newest threads. */
  inUse(): ToolsetUse[] {
    return this.#inUse.all();
  }

  set(thread: number, row: ToolsetRow): void {
    this.#set.run(thread, row.base, row.manifest, row.problem, row.fetchedAt);
  }
}
