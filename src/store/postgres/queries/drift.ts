// Answers "which tools does no one define?": their names as the logs spell them, how often, and where for one.

import { integer, text } from '../../../base/row.ts';
import type { UndefinedTool } from '../../questions/health.ts';
import type { FactTest } from '../../rows/fact-test.ts';
import { toolWordOf } from '../../rows/fact-words.ts';
import { requestPlace } from '../../rows/request-place.ts';
import { ALWAYS } from '../../sql/condition.ts';
import type { Statements } from '../database/statement.ts';
import { ask, joinConditions } from './condition.ts';
import { factCondition } from './fact-condition.ts';
import { logPath } from './log-path.ts';
import { scopeOf } from './scope.ts';
import { summed } from './summed-weeks.ts';
import { toolWords } from './words.ts';

/** `generic` is the id of the tool that takes what no other does. The most used first. */
export async function undefinedTools(
  on: Statements,
  places: readonly string[],
  generic: string,
): Promise<UndefinedTool[]> {
  const tools = await toolWords(on);
  const test: FactTest = { type: 'word', column: 'tool', fits: (word) => toolWordOf(word).toolId === generic };
  const scope = await scopeOf(on, places, 'f.session_pk');
  const facts = joinConditions([scope, await factCondition(on, test)], 'AND');
  const { sums, rest } = await summed(on, { facts, test: scope === ALWAYS ? test : undefined }, ['tool']);
  const rows = await ask(
    on,
    `SELECT k.tool, k.calls, c.detail, coalesce(
       (SELECT ${logPath('f')} FROM sources f WHERE f.session_pk = c.session_pk AND f.num = c.source), '') AS file
     FROM (SELECT p.tool, sum(p.calls) AS calls, min(p.first_pk) AS first FROM (
         SELECT f.tool, count(*) AS calls, min(f.pk) AS first_pk FROM facts f WHERE ${rest.sql} GROUP BY f.tool
         UNION ALL SELECT f.tool, f.calls, f.first_pk FROM day_sums f WHERE ${sums.sql}) p GROUP BY p.tool) k
     JOIN calls c ON c.pk = k.first`,
    ...rest.values,
    ...sums.values,
  );
  return rows
    .map((row) => {
      const { agent = '', tool = '' } = tools.get(integer(row, 'tool')) ?? {};
      const { line } = requestPlace(JSON.parse(text(row, 'detail')));
      return { agent, tool, calls: integer(row, 'calls'), example: { file: text(row, 'file'), line } };
    })
    .sort((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1));
}
