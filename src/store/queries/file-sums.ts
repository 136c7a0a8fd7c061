// Owns the question "what was done to which file?", summed up by the database: for very many calls. Calls that changed
// several files are only named: which files those were stands in the log.

import type { Database } from '../database.ts';
import { integer, integerOrNull, text, textOrNull } from '../row.ts';
import { condition, joinConditions } from './condition.ts';
import { type FileTouch, type TouchingCall, type TouchQuestion, touchingCalls } from './files-touched.ts';
import { questionCondition } from './find-calls.ts';

export interface FileSum {
  readonly path: string;
  /** The folder that relative paths start from. */
  readonly project: string | null;
  readonly reads: number;
  readonly edits: number;
  readonly writes: number;
  readonly linesAdded: number | null;
  readonly linesRemoved: number | null;
  readonly failures: number;
  readonly refused: number;
  /** Sessions, by any name that tells them apart. */
  readonly sessions: readonly string[];
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

export interface FileSums {
  readonly sums: readonly FileSum[];
  /** Calls that changed several files, with their session by the same name. */
  readonly several: readonly { readonly touch: TouchingCall; readonly session: string }[];
}

const AT = 'coalesce(c.requested_at, c.ended_at)';
const IS_ONE = `coalesce(json_extract(c.detail, '$.f.files'), 1) <= 1`;

function listOf(touches: TouchQuestion['touches'], wanted: FileTouch): string {
  const ids = [...touches].filter(([, touch]) => touch === wanted).map(([id]) => `'${id.replaceAll("'", "''")}'`);
  return `(${ids.join(', ')})`;
}

/** Undefined when the filter is not SQL's to decide: then calls have to be looked at one by one. */
export function fileSums(database: Database, question: TouchQuestion): FileSums | undefined {
  const { where, decided } = questionCondition(question, database);
  if (!decided.isExact) return undefined;
  const { touches } = question;
  const names = [...touches.keys()];
  const touching = condition(`c.path IS NOT NULL AND c.tool_id IN (${names.map(() => '?').join(', ')})`, ...names);
  const { sql, values } = joinConditions([touching, where], 'AND');
  const done = (touch: FileTouch): string =>
    `coalesce(sum(one AND status = 'ok' AND tool_id IN ${listOf(touches, touch)}), 0)`;
  const several: number[] = [];
  const sums = database
    .query(
      `SELECT path, project, ${done('read')} AS reads, ${done('edit')} AS edits, ${done('write')} AS writes,
         sum(CASE WHEN one AND status = 'ok' THEN lines_added END) AS added,
         sum(CASE WHEN one AND status = 'ok' THEN lines_removed END) AS removed,
         coalesce(sum(one AND status = 'error' AND blame IS NOT 'expected'), 0) AS failures,
         coalesce(sum(one AND status IN ('rejected', 'denied')), 0) AS refused,
         group_concat(DISTINCT CASE WHEN one THEN session_pk END) AS sessions,
         min(CASE WHEN one THEN at END) AS first_at, max(CASE WHEN one THEN at END) AS last_at,
         group_concat(CASE WHEN NOT one THEN pk END) AS several
       FROM (SELECT c.pk, c.session_pk, c.path, s.project, c.tool_id, c.status, c.blame, c.lines_added, c.lines_removed,
           ${AT} AS at, ${IS_ONE} AS one
         FROM calls c JOIN sessions s ON s.pk = c.session_pk WHERE ${sql})
       GROUP BY path, project`,
      (row): FileSum => {
        for (const key of textOrNull(row, 'several')?.split(',') ?? []) several.push(Number(key));
        return {
          path: text(row, 'path'),
          project: textOrNull(row, 'project'),
          reads: integer(row, 'reads'),
          edits: integer(row, 'edits'),
          writes: integer(row, 'writes'),
          linesAdded: integerOrNull(row, 'added'),
          linesRemoved: integerOrNull(row, 'removed'),
          failures: integer(row, 'failures'),
          refused: integer(row, 'refused'),
          sessions: textOrNull(row, 'sessions')?.split(',') ?? [],
          firstAt: integerOrNull(row, 'first_at'),
          lastAt: integerOrNull(row, 'last_at'),
        };
      },
    )
    .all(...values)
    .filter(({ sessions }) => sessions.length > 0);
  return { sums, several: touchingCalls(database, touches, several) };
}
