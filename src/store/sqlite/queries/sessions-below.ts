// Answers "which sessions have a file below these places?".

import { text } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { SessionKey } from '../../session-batch.ts';
import { underPlaces } from './condition.ts';

export function sessionsBelow(database: Database, places: readonly string[]): SessionKey[] {
  const { sql, values } = underPlaces(places, 's.pk');
  return database
    .query(`SELECT s.agent, s.id FROM sessions s WHERE ${sql}`, (row) => ({
      agent: text(row, 'agent'),
      id: text(row, 'id'),
    }))
    .all(...values);
}
