// What a session's hooks add up to, written down when the session is settled: a question about all hooks reads a few sums
// for each session.

import type { HookRun } from '../../../model/tool-call.ts';
import type { Command, Database, Query } from '../../../sqlite/database.ts';
import { integer, integerOrNull, text, textOrNull } from '../../../sqlite/row.ts';
import type { HookSum } from '../../questions/stats.ts';
import { hookWord } from '../../questions/stats.ts';
import type { InternedStrings } from './interned-strings.ts';
import { hookNumber, hooksThat } from './stored-hook.ts';

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

/** Of rows `h` of hooks, grouped. */
export const HOOK_COUNTS = `count(*) AS runs, sum(h.outcome IN ('blocked', 'stopped')) AS blocked,
  sum(h.outcome = 'failed-open') AS failed, sum(h.outcome = 'cancelled') AS cancelled, count(h.duration_ms) AS timed,
  total(h.duration_ms) AS total_ms, max(h.duration_ms) AS max_ms, min(h.at) AS first_at, max(h.at) AS last_at`;

export function hookSumOf(row: Parameters<Parameters<Database['query']>[1]>[0]): HookSum {
  return {
    runs: integer(row, 'runs'),
    blocked: integer(row, 'blocked'),
    failed: integer(row, 'failed'),
    cancelled: integer(row, 'cancelled'),
    timed: integer(row, 'timed'),
    totalMs: integer(row, 'total_ms'),
    maxMs: integerOrNull(row, 'max_ms'),
    firstAt: integerOrNull(row, 'first_at'),
    lastAt: integerOrNull(row, 'last_at'),
  };
}

const NO_RUNS: HookSum = {
  runs: 0,
  blocked: 0,
  failed: 0,
  cancelled: 0,
  timed: 0,
  totalMs: 0,
  maxMs: null,
  firstAt: null,
  lastAt: null,
};

export function earlier(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

export function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** What runs add up to, by the numbers of their hooks' words: as the database counts them. */
function sumOf(runs: Iterable<HookRun>, words: InternedStrings): Map<number, HookSum> {
  const sums = new Map<number, { -readonly [Part in keyof HookSum]: HookSum[Part] }>();
  for (const run of runs) {
    const { outcome, durationMs, at } = run;
    const hook = hookNumber(run, words);
    const sum = sums.get(hook) ?? { ...NO_RUNS };
    sum.runs++;
    if (outcome === 'blocked' || outcome === 'stopped') sum.blocked++;
    if (outcome === 'failed-open') sum.failed++;
    if (outcome === 'cancelled') sum.cancelled++;
    if (durationMs !== null) sum.timed++;
    sum.totalMs += durationMs ?? 0;
    sum.maxMs = later(sum.maxMs, durationMs);
    sum.firstAt = earlier(sum.firstAt, at);
    sum.lastAt = later(sum.lastAt, at);
    sums.set(hook, sum);
  }
  return sums;
}

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

  /** Adds a session's hooks up again: takes as long as it has many. */
  settle(session: number): void {
    this.#clear.run(session);
    for (const { word, sum } of this.#count.all(session)) this.#put(session, this.#words.numberOf('hook', word), sum);
  }

  /** The same for a session all of whose hooks are at hand. */
  add(session: number, runs: Iterable<HookRun>): void {
    this.#clear.run(session);
    for (const [hook, sum] of sumOf(runs, this.#words)) this.#put(session, hook, sum);
  }

  #put(session: number, hook: number, sum: HookSum): void {
    const { runs, blocked, failed, cancelled, timed, totalMs, maxMs, firstAt, lastAt } = sum;
    this.#insert.do(session, hook, runs, blocked, failed, cancelled, timed, totalMs, maxMs, firstAt, lastAt);
  }
}
