// Owns the question "who or what allowed or denied?": decisions on record, by tool.

import type { Database } from '../database.ts';
import { integer, text } from '../row.ts';
import { underPlaces } from './condition.ts';

export interface PermissionStats {
  readonly agent: string;
  readonly toolId: string;
  /** allowed, asked, denied, rejected */
  readonly decision: string;
  /** user, rule, classifier, hook, nobody, unknown */
  readonly by: string;
  readonly calls: number;
}

/** The most frequent first. Calls about which nothing is on record are not counted. */
export function permissionStats(database: Database, places: readonly string[]): PermissionStats[] {
  const { sql, values } = underPlaces(places, 'c.session_pk');
  return database
    .query(
      `SELECT s.agent, c.tool_id, json_extract(c.detail, '$.pm.decision') AS decision,
         json_extract(c.detail, '$.pm.by') AS decider, count(*) AS calls
       FROM calls c JOIN sessions s ON s.pk = c.session_pk
       WHERE c.copy_of IS NULL AND decision IS NOT NULL AND ${sql}
       GROUP BY s.agent, c.tool_id, decision, decider ORDER BY calls DESC, s.agent, c.tool_id, decision, decider`,
      (row) => ({
        agent: text(row, 'agent'),
        toolId: text(row, 'tool_id'),
        decision: text(row, 'decision'),
        by: text(row, 'decider'),
        calls: integer(row, 'calls'),
      }),
    )
    .all(...values);
}
