// Owns the question "which words could a filter use?": names that stand in the index, the most frequent first.

import type { Database } from '../database.ts';
import { text } from '../row.ts';
import { underPlaces } from './condition.ts';

export interface WordsSeen {
  /** As the logs spell them. */
  readonly tools: readonly string[];
  readonly codes: readonly string[];
  readonly models: readonly string[];
  readonly projects: readonly string[];
  readonly branches: readonly string[];
}

const MOST = 200;

export function wordsSeen(database: Database, places: readonly string[]): WordsSeen {
  const { sql, values } = underPlaces(places, 's.pk');
  const ofCalls = (column: string): string[] =>
    database
      .query(
        `SELECT c.${column} AS word FROM calls c JOIN sessions s ON s.pk = c.session_pk
         WHERE c.copy_of IS NULL AND c.${column} IS NOT NULL AND ${sql}
         GROUP BY c.${column} ORDER BY count(*) DESC LIMIT ${MOST}`,
        (row) => text(row, 'word'),
      )
      .all(...values);
  const ofSessions = (column: string): string[] =>
    database
      .query(
        `SELECT s.${column} AS word FROM sessions s WHERE s.${column} IS NOT NULL AND ${sql}
         GROUP BY s.${column} ORDER BY max(s.last_at) DESC LIMIT ${MOST}`,
        (row) => text(row, 'word'),
      )
      .all(...values);
  return {
    tools: ofCalls('tool'),
    codes: ofCalls('code'),
    models: ofSessions('model'),
    projects: ofSessions('project'),
    branches: ofSessions('branch'),
  };
}
