// Owns the question "who or what allowed or denied?": decisions on record, by tool.

import type { Filter } from '../../model/filter/filter.ts';
import type { Database } from '../database.ts';
import { integer, text } from '../row.ts';
import { type CallQuestion, FindCalls, questionCondition } from './find-calls.ts';

export interface PermissionStats {
  readonly agent: string;
  readonly toolId: string;
  /** allowed, asked, denied, rejected */
  readonly decision: string;
  /** user, rule, classifier, hook, nobody, unknown */
  readonly by: string;
  readonly calls: number;
}

const EVERYTHING: Filter = { type: 'all' };

/** In these words there is an index of the calls with a decision. */
const DECISION = `(c.detail ->> '$.pm.decision')`;
const DECIDER = `(c.detail ->> '$.pm.by')`;

function sorted(stats: Iterable<PermissionStats>): PermissionStats[] {
  const nameOf = ({ agent, toolId, decision, by }: PermissionStats): string => `${agent} ${toolId} ${decision} ${by}`;
  return [...stats].sort((a, b) => b.calls - a.calls || (nameOf(a) < nameOf(b) ? -1 : 1));
}

function count(database: Database, question: CallQuestion): PermissionStats[] {
  const counts = new Map<string, PermissionStats>();
  for (const { call } of new FindCalls(database, question).newestFirst()) {
    if (call.permission === null) continue;
    const { agent, toolId, permission } = call;
    const { decision, by } = permission;
    const name = `${agent} ${toolId} ${decision} ${by}`;
    counts.set(name, { agent, toolId, decision, by, calls: (counts.get(name)?.calls ?? 0) + 1 });
  }
  return sorted(counts.values());
}

/** The most frequent first. Calls about which nothing is on record are not counted. `asked` narrows it to some calls. */
export function permissionStats(
  database: Database,
  places: readonly string[],
  asked?: CallQuestion,
): PermissionStats[] {
  const question = asked ?? { filter: EVERYTHING, places, families: new Map() };
  const { where, decided } = questionCondition(question, database);
  if (!decided.isExact) return count(database, question);
  const rows = database.query(
    `SELECT s.agent, c.tool_id, ${DECISION} AS decision, ${DECIDER} AS decider, count(*) AS calls
     FROM calls c CROSS JOIN sessions s ON s.pk = c.session_pk
     WHERE ${where.sql} AND ${DECISION} IS NOT NULL GROUP BY 1, 2, 3, 4`,
    (row) => ({
      agent: text(row, 'agent'),
      toolId: text(row, 'tool_id'),
      decision: text(row, 'decision'),
      by: text(row, 'decider'),
      calls: integer(row, 'calls'),
    }),
  );
  return sorted(rows.all(...where.values));
}
