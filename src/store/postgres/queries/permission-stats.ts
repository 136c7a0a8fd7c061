// Answers "who or what allowed or denied?": decisions on record, by tool.

import { integer, integerOrNull } from '../../../base/row.ts';
import type { PermissionStats } from '../../questions/stats.ts';
import { permissionSums } from '../../rows/permission-sums.ts';
import { ASKED_AT } from '../database/fact-times.ts';
import type { Statements } from '../database/statement.ts';
import { ask, type Condition } from './condition.ts';
import { toolWords, wordList } from './words.ts';

/** The most frequent first. Calls about which nothing is on record are not counted. */
export async function permissionStats(on: Statements, fitting: Condition): Promise<PermissionStats[]> {
  const rows = await ask(
    on,
    `SELECT f.tool, f.permission, count(*) AS calls, min(${ASKED_AT}) AS first_at, max(${ASKED_AT}) AS last_at,
       count(f.wait) AS waits, coalesce(sum(f.wait), 0) AS wait_ms
     FROM facts f WHERE f.permission IS NOT NULL AND ${fitting.sql} GROUP BY 1, 2 ORDER BY min(f.pk)`,
    ...fitting.values,
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
