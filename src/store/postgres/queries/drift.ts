// Answers "which tools does no one define?": their names as the logs spell them, how often, and where for one.

import { integer, text } from '../../../base/row.ts';
import type { UndefinedTool } from '../../questions/health.ts';
import type { Statements } from '../database/statement.ts';
import { ask, isAmong, joinConditions } from './condition.ts';
import { requestPlace } from './live-facts.ts';
import { logPath } from './log-path.ts';
import { scopeOf } from './scope.ts';
import { numbersOf, toolWords } from './words.ts';

/** `generic` is the id of the tool that takes what no other does. The most used first. */
export async function undefinedTools(
  on: Statements,
  places: readonly string[],
  generic: string,
): Promise<UndefinedTool[]> {
  const tools = await toolWords(on);
  const isUndefined = isAmong(
    'f.tool',
    'int4',
    numbersOf(tools, ({ toolId }) => toolId === generic),
  );
  const { sql, values } = joinConditions([await scopeOf(on, places, 'f.session_pk'), isUndefined], 'AND');
  const rows = await ask(
    on,
    `SELECT k.tool, k.calls, c.detail, coalesce(
       (SELECT ${logPath('f')} FROM sources f WHERE f.session_pk = c.session_pk AND f.num = c.source), '') AS file
     FROM (SELECT f.tool, count(*) AS calls, min(f.pk) AS first FROM facts f WHERE ${sql} GROUP BY f.tool) k
     JOIN calls c ON c.pk = k.first`,
    ...values,
  );
  return rows
    .map((row) => {
      const { agent = '', tool = '' } = tools.get(integer(row, 'tool')) ?? {};
      const { line } = requestPlace(JSON.parse(text(row, 'detail')));
      return { agent, tool, calls: integer(row, 'calls'), example: { file: text(row, 'file'), line } };
    })
    .sort((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1));
}
