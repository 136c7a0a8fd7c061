// Answers "what did models cost, week by week?": by agent, version, model and project.

import { integer, integerOrNull, text, textOrNull } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { CostSum } from '../../questions/trends.ts';
import { condition, joinConditions } from '../../sql/condition.ts';
import { fittingSessions } from './fitting-sessions.ts';
import { scopeOf } from './scope.ts';

/** Sunday of the same week, and six days back. */
const WEEK = `date(e.value ->> '$.day', 'weekday 0', '-6 days')`;

function sum(member: string): string {
  return `total(e.value ->> '$.${member}')`;
}

export function costSums(database: Database, question: CallQuestion): CostSum[] {
  const inPlaces = scopeOf(database, question.places, 's.pk');
  const fitting =
    question.filter.type === 'all'
      ? []
      : [
          condition(
            's.pk IN (SELECT value FROM json_each(?))',
            JSON.stringify([...fittingSessions(database, question)]),
          ),
        ];
  const { sql, values } = joinConditions([inPlaces, ...fitting], 'AND');
  return database
    .query(
      `SELECT ${WEEK} AS week, s.agent, s.version, e.value ->> '$.model' AS model, s.project, sum(e.value ->> '$.usd') AS usd,
         ${sum('requests')} AS requests, ${sum('unpriced')} AS unpriced, ${sum('input')} AS input, ${sum('output')} AS output,
         ${sum('cacheRead')} AS cache_read, ${sum('cacheWrite')} AS cache_write
       FROM insights i JOIN sessions s ON s.pk = i.session_pk JOIN json_each(i.body, '$.costs') e
       WHERE ${sql} GROUP BY 1, 2, 3, 4, 5`,
      (row) => ({
        week: textOrNull(row, 'week'),
        agent: text(row, 'agent'),
        version: textOrNull(row, 'version'),
        model: textOrNull(row, 'model'),
        project: textOrNull(row, 'project'),
        usd: integerOrNull(row, 'usd'),
        requests: integer(row, 'requests'),
        unpriced: integer(row, 'unpriced'),
        inputTokens: integer(row, 'input'),
        outputTokens: integer(row, 'output'),
        cacheReadTokens: integer(row, 'cache_read'),
        cacheWriteTokens: integer(row, 'cache_write'),
      }),
    )
    .all(...values);
}
