// The order of the index over call ids. Queries for an id need all ids in order; but ids of new calls are scattered over that
// order, and every commit of a first index rewrote half of its pages (of 400,000 calls each took twice as long to insert). So while
// an empty index is filled it is ordered by session, where new calls come last, and is reordered at the end. Either way it holds
// the same rows, each once, under the same name: queries only take longer meanwhile.

import { CorruptStore } from '../../../base/corrupt-store.ts';
import { integer, text } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';

const BY_SESSION = 'CREATE UNIQUE INDEX calls_id ON calls (session_pk, call_id, occurrence)';
const BY_ID = 'CREATE UNIQUE INDEX calls_id ON calls (call_id, session_pk, occurrence)';

/** Whether it is being filled right now. */
export function isBySession(database: Database): boolean {
  const sql = database.query(`SELECT sql FROM sqlite_schema WHERE name = 'calls_id'`, (row) => text(row, 'sql')).get();
  return sql === BY_SESSION;
}

/** Reordering takes no time for so few: some sessions may be requested before all others are read. */
const FEW = 10_000;

function hasMoreCalls(database: Database, few: number): boolean {
  const nth = database.query(`SELECT 1 AS found FROM calls LIMIT 1 OFFSET ${few}`, (row) => integer(row, 'found'));
  return nth.get() !== undefined;
}

/** Before very many calls come, when there are hardly any yet. */
export function orderBySession(database: Database, few = FEW): void {
  database.transaction(() => {
    if (!hasMoreCalls(database, few)) database.exec(`DROP INDEX calls_id; ${BY_SESSION}`);
  });
}

/** Afterwards, and whenever the index is opened for writing: a process may have died in between. */
export function orderById(database: Database): void {
  if (!isBySession(database)) return;
  try {
    database.transaction(() => database.exec(`DROP INDEX calls_id; ${BY_ID}`));
  } catch (error) {
    // On a full disk, for example: it works as it is, and the next writer tries again.
    if (error instanceof CorruptStore) throw error;
  }
}
