// Owns what a session's hooks add up to, written down when the session is settled: a question about all hooks reads a few sums
// for each session.

import type { Command, Database, Query } from '../database.ts';
import { integer, integerOrNull, text, textOrNull } from '../row.ts';
import type { Words } from './words.ts';

export const HOOK_SUMS = `
-- Of settled sessions. Hooks of copied calls are not counted again.
CREATE TABLE hook_sums (
  session_pk INTEGER NOT NULL REFERENCES sessions (pk) ON DELETE CASCADE,
  -- Word: event, name and command.
  hook INTEGER NOT NULL,
  runs INTEGER NOT NULL,
  blocked INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  cancelled INTEGER NOT NULL,
  timed INTEGER NOT NULL,
  total_ms REAL NOT NULL,
  max_ms REAL,
  last_at REAL,
  PRIMARY KEY (session_pk, hook)
) WITHOUT ROWID;
`;

/** Of rows `h` of hooks, grouped. */
export const HOOK_COUNTS = `count(*) AS runs, sum(h.outcome IN ('blocked', 'stopped')) AS blocked,
  sum(h.outcome = 'failed-open') AS failed, sum(h.outcome = 'cancelled') AS cancelled, count(h.duration_ms) AS timed,
  total(h.duration_ms) AS total_ms, max(h.duration_ms) AS max_ms, max(h.at) AS last_at`;

/** For rows `h` of hooks: its call is no copy. Most sessions have no copies; those that have are found by an index. */
export const HOOK_COUNTS_ONCE = `(
  h.session_pk NOT IN (SELECT session_pk FROM calls INDEXED BY calls_copies WHERE copy_of IS NOT NULL) OR NOT EXISTS (
  SELECT 1 FROM calls c WHERE c.call_id = h.call_id AND c.session_pk = h.session_pk AND c.copy_of IS NOT NULL))`;

export interface HookSum {
  readonly runs: number;
  /** It stopped a call, or the agent. */
  readonly blocked: number;
  /** It broke, and the call went on without it. */
  readonly failed: number;
  readonly cancelled: number;
  /** Runs whose time is known, and that time in all and at the most. */
  readonly timed: number;
  readonly totalMs: number;
  readonly maxMs: number | null;
  readonly lastAt: number | null;
}

export function hookSumOf(row: Parameters<Parameters<Database['query']>[1]>[0]): HookSum {
  return {
    runs: integer(row, 'runs'),
    blocked: integer(row, 'blocked'),
    failed: integer(row, 'failed'),
    cancelled: integer(row, 'cancelled'),
    timed: integer(row, 'timed'),
    totalMs: integer(row, 'total_ms'),
    maxMs: integerOrNull(row, 'max_ms'),
    lastAt: integerOrNull(row, 'last_at'),
  };
}

/** A hook as one word. */
export function hookWord(event: string, name: string, command: string | null): string {
  return JSON.stringify(command === null ? [event, name] : [event, name, command]);
}

export class HookSums {
  readonly #words: Words;
  readonly #count: Query<{ readonly word: string; readonly sum: HookSum }>;
  readonly #clear: Command;
  readonly #insert: Command;

  constructor(database: Database, words: Words) {
    this.#words = words;
    this.#count = database.query(
      `SELECT h.event, h.name, h.command, ${HOOK_COUNTS} FROM hooks h
       WHERE h.session_pk = ? AND NOT EXISTS (SELECT 1 FROM calls c
         WHERE c.call_id = h.call_id AND c.session_pk = h.session_pk AND c.copy_of IS NOT NULL)
       GROUP BY h.event, h.name, h.command`,
      (row) => ({
        word: hookWord(text(row, 'event'), text(row, 'name'), textOrNull(row, 'command')),
        sum: hookSumOf(row),
      }),
    );
    this.#clear = database.command('DELETE FROM hook_sums WHERE session_pk = ?');
    this.#insert = database.command('INSERT INTO hook_sums VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  }

  /** Adds a session's hooks up anew: takes as long as it has many. */
  settle(session: number): void {
    this.#clear.run(session);
    for (const { word, sum } of this.#count.all(session)) {
      const { runs, blocked, failed, cancelled, timed, totalMs, maxMs, lastAt } = sum;
      const hook = this.#words.numberOf('hook', word);
      this.#insert.run(session, hook, runs, blocked, failed, cancelled, timed, totalMs, maxMs, lastAt);
    }
  }
}
