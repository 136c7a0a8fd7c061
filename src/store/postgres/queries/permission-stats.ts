// Answers "who or what allowed or denied?": decisions on record, by tool.

import { integer, integerOrNull } from '../../../base/row.ts';
import type { PermissionStats } from '../../questions/stats.ts';
import { permissionSums } from '../../rows/permission-sums.ts';
import { condition } from '../../sql/condition.ts';
import { ASKED_AT } from '../database/fact-times.ts';
import type { Statements } from '../database/statement.ts';
import { ask, factsWhere, joinConditions } from './condition.ts';
import type { FittingCalls } from './fitting-facts.ts';
import { summed } from './summed-weeks.ts';
import { toolWords, wordList } from './words.ts';

/** The most frequent first. Calls about which nothing is on record are not counted. */
export async function permissionStats(on: Statements, fitting: FittingCalls): Promise<PermissionStats[]> {
  const { sums, rest } = await summed(on, fitting, ['tool', 'permission']);
  const facts = factsWhere(joinConditions([condition('f.permission IS NOT NULL'), rest], 'AND'));
  const rows = await ask(
    on,
    `SELECT p.tool, p.permission, sum(p.calls) AS calls, min(p.first_at) AS first_at, max(p.last_at) AS last_at,
       sum(p.waits) AS waits, sum(p.wait_ms) AS wait_ms FROM (
       SELECT f.tool, f.permission, count(*) AS calls, min(${ASKED_AT}) AS first_at, max(${ASKED_AT}) AS last_at,
         count(f.wait) AS waits, coalesce(sum(f.wait), 0) AS wait_ms, min(f.pk) AS first_pk FROM ${facts.sql} GROUP BY 1, 2
       UNION ALL SELECT f.tool, f.permission, f.calls, f.first_at, f.last_at, f.waits, f.wait_ms, f.first_pk
       FROM permission_sums f WHERE ${sums.sql}) p GROUP BY 1, 2 ORDER BY min(p.first_pk)`,
    ...facts.values,
    ...sums.values,
  );
  const tools = await toolWords(on);
  const decisions = await wordList(on, 'permission');
  return permissionSums(
    rows.map((row) => ({
      tool: tools.get(integer(row, 'tool')),
      decision: decisions.get(integer(row, 'permission')),
      counted: {
        calls: integer(row, 'calls'),
        firstAt: integerOrNull(row, 'first_at'),
        lastAt: integerOrNull(row, 'last_at'),
        waits: integer(row, 'waits'),
        waitMs: integer(row, 'wait_ms'),
      },
    })),
  );
}
