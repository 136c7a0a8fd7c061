// Answers "which values could a filter use?": names in the index, the most useful first.

import { text } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { FilterValues } from '../../questions.ts';
import { outcomeWords } from './interned-lists.ts';
import { scopeOf } from './scope.ts';

const MOST = 200;
/** A name that is typed has mostly just been seen. */
const LATEST_CALLS = 5000;

export function filterValues(database: Database, places: readonly string[]): FilterValues {
  const { sql, values } = scopeOf(database, places, 's.pk');
  const word = (row: Parameters<Parameters<Database['query']>[1]>[0]): string => text(row, 'word');
  const ofSessions = (column: string): string[] =>
    database
      .query(
        `SELECT s.${column} AS word FROM sessions s WHERE s.${column} IS NOT NULL AND ${sql}
         GROUP BY s.${column} ORDER BY max(s.last_at) DESC, s.${column} LIMIT ${MOST}`,
        word,
      )
      .all(...values);
  return {
    tools: database
      .query(
        `SELECT tool AS word FROM (SELECT c.tool FROM calls c INDEXED BY calls_time
           CROSS JOIN sessions s ON s.pk = c.session_pk WHERE c.copy_of IS NULL AND ${sql}
           ORDER BY c.requested_at DESC LIMIT ${LATEST_CALLS})
         GROUP BY tool ORDER BY count(*) DESC, tool LIMIT ${MOST}`,
        word,
      )
      .all(...values),
    // Codes are our own words: which sessions they come from is not secret.
    codes: [...new Set(outcomeWords(database).flatMap(({ code }) => code ?? []))].sort().slice(0, MOST),
    models: ofSessions('model'),
    projects: ofSessions('project'),
    branches: ofSessions('branch'),
  };
}
