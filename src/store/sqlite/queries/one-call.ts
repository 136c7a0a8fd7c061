// Answers "which call is this?": found by the beginning of its id, in whichever session made it.

import { integer, type Row, text } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { CallWanted, NamedCall } from '../../questions/calls.ts';
import { NOWHERE } from '../index/copy-table.ts';
import { CallReader } from './call-reader.ts';
import { type Condition, condition, joinConditions, underPlaces } from './condition.ts';
import { prefixEnd } from './one-session.ts';

/** Calls told when the beginning of an id fits several. */
const MOST_CANDIDATES = 10;

/** One more than are worth telling. An exact id leaves longer ones out. Copies in other sessions are left out. */
export function findCallsById(database: Database, wanted: CallWanted): NamedCall[] {
  const { prefix, places, session, occurrence } = wanted;
  const parts: Condition[] = [
    condition('c.call_id >= ? AND c.call_id < ?', prefix, prefixEnd(prefix)),
    // One that was copied from a session that is not there is found where it stands.
    condition('(c.copy_of IS NULL OR c.copy_of = ?)', NOWHERE),
    underPlaces(places, 'c.session_pk'),
  ];
  if (session !== undefined) parts.push(condition('s.id >= ? AND s.id < ?', session, prefixEnd(session)));
  if (occurrence !== undefined) parts.push(condition('c.occurrence = ?', occurrence));
  const { sql, values } = joinConditions(parts, 'AND');
  // In the order of ids, which the index has: an exact one comes first, and a short beginning costs no sorting.
  const rows = database
    .query(
      `SELECT c.* FROM calls c INDEXED BY calls_id CROSS JOIN sessions s ON s.pk = c.session_pk WHERE ${sql}
       ORDER BY c.call_id, c.session_pk, c.occurrence LIMIT ?`,
      (row): Row => row,
    )
    .all(...values, MOST_CANDIDATES + 1);
  const exact = rows.filter((row) => text(row, 'call_id') === prefix);
  const reader = new CallReader(database);
  const paths = database.query(
    'SELECT num, path FROM sources WHERE session_pk = ?',
    (row) => [integer(row, 'num'), text(row, 'path')] as const,
  );
  return (exact.length > 0 ? exact : rows).map((row) => ({
    call: reader.read(row),
    paths: new Map(paths.all(integer(row, 'session_pk'))),
  }));
}
