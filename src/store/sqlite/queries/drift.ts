// Answers "which tools have no definition?": their names as the logs spell them, how often, and one place each.

import { integer, text } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { UndefinedTool } from '../../questions/health.ts';
import { CallScan } from './call-scan.ts';
import { toolWords } from './interned-lists.ts';
import { keepMarked } from './narrow.ts';

/** `generic` is the id of the fallback tool. The most used first. */
export function undefinedTools(database: Database, places: readonly string[], generic: string): UndefinedTool[] {
  const tools = toolWords(database);
  if (!tools.some(({ toolId }) => toolId === generic)) return [];
  const scan = new CallScan(database, { filter: { type: 'all' }, places, families: new Map() });
  const tool = scan.column('tool');
  const found = tools.map(() => ({ calls: 0, first: 0 }));
  const isUndefined = keepMarked(
    tool,
    Uint8Array.from(tools, ({ toolId }) => Number(toolId === generic)),
  );
  scan.each(({ slots, count, firstKey }) => {
    const left = isUndefined(slots, count);
    for (let i = 0; i < left; i++) {
      const slot = slots[i] ?? 0;
      const counted = found[tool[slot] ?? 0];
      if (counted !== undefined && counted.calls++ === 0) counted.first = firstKey + slot;
    }
  });
  const example = database.query(
    `SELECT coalesce(c.detail ->> '$.bi[1]', c.detail ->> '$.ev[0][2]') AS line,
       coalesce((SELECT f.path FROM sources f WHERE f.session_pk = c.session_pk AND f.num = c.source), '') AS file
     FROM calls c WHERE c.pk = ?`,
    (row) => ({ file: text(row, 'file'), line: integer(row, 'line') }),
  );
  return tools
    .map(({ agent, toolId, tool: name }, i) => ({ agent, toolId, tool: name, ...(found[i] ?? { calls: 0, first: 0 }) }))
    .filter(({ toolId, calls }) => toolId === generic && calls > 0)
    .sort((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1))
    .map(({ agent, tool: name, calls, first }) => ({
      agent,
      tool: name,
      calls,
      example: example.get(first) ?? { file: '', line: 0 },
    }));
}
