// Owns the question "which tools does nobody define?": their names as the logs spell them, how often, and where for one.

import type { Database } from '../database.ts';
import { integer, text } from '../row.ts';
import { underPlaces } from './condition.ts';

export interface UndefinedTool {
  readonly agent: string;
  readonly tool: string;
  readonly calls: number;
  readonly example: { readonly file: string; readonly line: number };
}

/** `generic` is the id of the tool that takes what no other does. The most used first. */
export function undefinedTools(database: Database, places: readonly string[], generic: string): UndefinedTool[] {
  const where = underPlaces(places, 's.pk');
  const example = database.query(
    `SELECT coalesce(c.detail ->> '$.bi[1]', c.detail ->> '$.ev[0][2]') AS line,
       coalesce((SELECT f.path FROM sources f WHERE f.session_pk = c.session_pk AND f.num = c.source), '') AS file
     FROM calls c WHERE c.pk = ?`,
    (row) => ({ file: text(row, 'file'), line: integer(row, 'line') }),
  );
  return database
    .query(
      `SELECT s.agent, c.tool, count(*) AS calls, min(c.pk) AS first
       FROM calls c JOIN sessions s ON s.pk = c.session_pk
       WHERE c.copy_of IS NULL AND c.tool_id = ? AND ${where.sql}
       GROUP BY s.agent, c.tool ORDER BY calls DESC, c.tool`,
      (row) => ({
        agent: text(row, 'agent'),
        tool: text(row, 'tool'),
        calls: integer(row, 'calls'),
        first: integer(row, 'first'),
      }),
    )
    .all(generic, ...where.values)
    .map(({ first, ...tool }) => ({ ...tool, example: example.get(first) ?? { file: '', line: 0 } }));
}
