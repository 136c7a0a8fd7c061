// Sums of a session's hooks, stored when the session is settled: a query over all hooks reads a few sums per session.

import { text, textOrNull } from '../../../base/row.ts';
import type { HookRun } from '../../../model/tool-call.ts';
import type { Command, Database, Query } from '../../../sqlite/database.ts';
import type { HookSum } from '../../questions/stats.ts';
import { hookWord } from '../../questions/stats.ts';
import { hookSumOf, hookSumsOf } from '../../rows/hook-sums.ts';
import { hooksThat } from './hook-tables.ts';
import type { InternedStrings } from './interned-strings.ts';

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
  first_at REAL,
  last_at REAL,
  PRIMARY KEY (session_pk, hook)
) WITHOUT ROWID;
`;

/** For rows `h` of hooks, grouped. */
export const HOOK_COUNTS = `count(*) AS runs, sum(h.outcome IN ('blocked', 'stopped')) AS blocked,
  sum(h.outcome = 'failed-open') AS failed, sum(h.outcome = 'cancelled') AS cancelled, count(h.duration_ms) AS timed,
  total(h.duration_ms) AS total_ms, max(h.duration_ms) AS max_ms, min(h.at) AS first_at, max(h.at) AS last_at`;

export class HookSums {
  readonly #words: InternedStrings;
  readonly #count: Query<{ readonly word: string; readonly sum: HookSum }>;
  readonly #clear: Command;
  readonly #insert: Command;

  constructor(database: Database, words: InternedStrings) {
    this.#words = words;
    this.#count = database.query(
      `SELECT h.event, h.name, h.command, ${HOOK_COUNTS} FROM ${hooksThat('h.session_pk = ?1')}
       GROUP BY h.event, h.name, h.command`,
      (row) => ({
        word: hookWord(text(row, 'event'), text(row, 'name'), textOrNull(row, 'command')),
        sum: hookSumOf(row),
      }),
    );
    this.#clear = database.command('DELETE FROM hook_sums WHERE session_pk = ?');
    this.#insert = database.command('INSERT INTO hook_sums VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  }

  /** Sums a session's hooks again: takes time in proportion to their number. */
  settle(session: number): void {
    this.#clear.run(session);
    for (const { word, sum } of this.#count.all(session)) this.#put(session, this.#words.numberOf('hook', word), sum);
  }

  /** The same for a session whose hooks are all given. */
  add(session: number, runs: Iterable<HookRun>): void {
    this.#clear.run(session);
    for (const [hook, sum] of hookSumsOf(runs, this.#words)) this.#put(session, hook, sum);
  }

  #put(session: number, hook: number, sum: HookSum): void {
    const { runs, blocked, failed, cancelled, timed, totalMs, maxMs, firstAt, lastAt } = sum;
    this.#insert.do(session, hook, runs, blocked, failed, cancelled, timed, totalMs, maxMs, firstAt, lastAt);
  }
}
