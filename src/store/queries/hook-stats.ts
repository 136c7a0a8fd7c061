// Owns the question "what do the hooks do?": how often each ran, what it stopped, how often it failed, what it cost.

import type { Database } from '../database.ts';
import { integer, integerOrNull, text, textOrNull } from '../row.ts';
import { underPlaces } from './condition.ts';

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

/** The costliest first. Hooks of copied calls are not counted again. */
export function hookStats(database: Database, places: readonly string[]): HookStats[] {
  const { sql, values } = underPlaces(places, 'h.session_pk');
  return database
    .query(
      `SELECT h.event, h.name, h.command, count(*) AS runs,
         sum(h.outcome IN ('blocked', 'stopped')) AS blocked, sum(h.outcome = 'failed-open') AS failed,
         sum(h.outcome = 'cancelled') AS cancelled, count(h.duration_ms) AS timed,
         total(h.duration_ms) AS total_ms, max(h.duration_ms) AS max_ms, max(h.at) AS last_at
       FROM hooks h WHERE ${sql} AND NOT EXISTS (
         SELECT 1 FROM calls c WHERE c.call_id = h.call_id AND c.session_pk = h.session_pk AND c.copy_of IS NOT NULL)
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
