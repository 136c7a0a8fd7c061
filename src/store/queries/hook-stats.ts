// Owns the question "what do the hooks do?": how often each ran, what it stopped, how often it failed, what it cost.

import type { Database } from '../database.ts';
import { BRIEF_FLAGS } from '../index/brief-columns.ts';
import { integer, integerOrNull, text, textOrNull } from '../row.ts';
import type { CallQuestion } from './call-question.ts';
import { CallScan } from './call-scan.ts';
import { type Condition, condition } from './condition.ts';
import { keepBit } from './narrow.ts';
import { scopeOf } from './scope.ts';

export interface HookStats {
  readonly event: string;
  readonly name: string;
  readonly command: string | null;
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

/** Hooks of calls that fit: briefs say which of them had any. */
function ofCalls(database: Database, question: CallQuestion): Condition {
  if (question.filter.type === 'all') return scopeOf(database, question.places, 'h.session_pk');
  const scan = new CallScan(database, question);
  const keys = scan.keys(keepBit(scan.column('flags'), BRIEF_FLAGS.hooks));
  return condition(
    `h.call_id <> '' AND (h.session_pk, h.call_id) IN (
       SELECT c.session_pk, c.call_id FROM calls c WHERE c.pk IN (SELECT value FROM json_each(?)))`,
    JSON.stringify(keys),
  );
}

/**
 * The costliest first. Hooks of copied calls are not counted again: most sessions have no copies, and those that have are
 * found by an index. With a question: only hooks that ran for a call that fits.
 */
export function hookStats(database: Database, places: readonly string[], question?: CallQuestion): HookStats[] {
  const { sql, values } =
    question === undefined ? scopeOf(database, places, 'h.session_pk') : ofCalls(database, question);
  return database
    .query(
      `SELECT h.event, h.name, h.command, count(*) AS runs,
         sum(h.outcome IN ('blocked', 'stopped')) AS blocked, sum(h.outcome = 'failed-open') AS failed,
         sum(h.outcome = 'cancelled') AS cancelled, count(h.duration_ms) AS timed,
         total(h.duration_ms) AS total_ms, max(h.duration_ms) AS max_ms, max(h.at) AS last_at
       FROM hooks h WHERE ${sql} AND (
         h.session_pk NOT IN (SELECT session_pk FROM calls INDEXED BY calls_copies WHERE copy_of IS NOT NULL) OR NOT EXISTS (
         SELECT 1 FROM calls c WHERE c.call_id = h.call_id AND c.session_pk = h.session_pk AND c.copy_of IS NOT NULL))
       GROUP BY h.event, h.name, h.command ORDER BY total_ms DESC, runs DESC, h.event, h.name, h.command`,
      (row) => ({
        event: text(row, 'event'),
        name: text(row, 'name'),
        command: textOrNull(row, 'command'),
        runs: integer(row, 'runs'),
        blocked: integer(row, 'blocked'),
        failed: integer(row, 'failed'),
        cancelled: integer(row, 'cancelled'),
        timed: integer(row, 'timed'),
        totalMs: integer(row, 'total_ms'),
        maxMs: integerOrNull(row, 'max_ms'),
        lastAt: integerOrNull(row, 'last_at'),
      }),
    )
    .all(...values);
}
