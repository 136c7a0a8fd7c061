// SQLite's part of telling copies from originals (store/sql/copies).

import { integerOrNull, type Row } from '../../../base/row.ts';
import { condition } from '../../sql/condition.ts';
import type { CallIdentity, CopyDialect } from '../../sql/copies.ts';
import { NO_LOCKS } from '../../sql/relation-locks.ts';
import { ask, type Steps } from '../../sql/steps.ts';
import { MARK_STALE } from '../index/copy-table.ts';
import { SQLITE_DIALECT } from './engine.ts';

const TWIN = `SELECT 0 AS place, t.pk, t.copy_of, EXISTS (SELECT 1 FROM stale_copies WHERE session_pk = t.session_pk) AS is_stale,
    EXISTS (SELECT 1 FROM calls c WHERE c.copy_of = t.pk AND c.copy_of IS NOT NULL AND c.session_pk <> ?2) AS is_copied
  FROM calls t INDEXED BY calls_id WHERE t.call_id = ?1 AND t.session_pk <> ?2 AND t.identity = ?3 LIMIT 1`;

/** By ids alone first, which their index has in order: few are in several sessions. */
const ALL_SHARING = `WITH shared AS (
    SELECT call_id, identity, min(session_pk) AS other FROM calls WHERE call_id IN (
      SELECT call_id FROM calls INDEXED BY calls_id GROUP BY call_id HAVING min(session_pk) <> max(session_pk))
    GROUP BY call_id, identity HAVING min(session_pk) <> max(session_pk))
  SELECT DISTINCT c.session_pk AS pk, s.other FROM calls c JOIN shared s ON s.call_id = c.call_id AND s.identity = c.identity`;

/** All holders of an id at once: querying those of each call would visit them as often as a session uses the id. */
function* holders(calls: readonly CallIdentity[]): Steps<Row[]> {
  const identities = new Map<string, Set<number>>();
  for (const { callId, identity } of calls) {
    const known = identities.get(callId);
    if (known === undefined) identities.set(callId, new Set([identity]));
    else known.add(identity);
  }
  const found: Row[] = [];
  for (const [callId, wanted] of identities) {
    const rows = yield* ask(
      'SELECT session_pk AS pk, identity FROM calls INDEXED BY calls_id WHERE call_id = ?',
      callId,
    );
    for (const row of rows) if (wanted.has(integerOrNull(row, 'identity') ?? Number.NaN)) found.push(row);
  }
  return found;
}

export const SQLITE_COPIES: CopyDialect = {
  ...SQLITE_DIALECT,
  ...NO_LOCKS,
  hasLineage: (lineage) => condition('s.lineage = ?', lineage),
  mark: '0',
  *markStale(sessions) {
    for (const session of sessions) yield* ask(MARK_STALE, session);
  },
  allSharing: ALL_SHARING,
  holders,
  // One after the other: most sessions that are not settled alone are recognised by their first twin.
  twinsAtOnce: 1,
  twins: (session, [call]) => condition(TWIN, call?.callId ?? null, session, call?.identity ?? null),
  *setCopies(_, copies) {
    for (const [call, original] of copies) yield* ask('UPDATE calls SET copy_of = ? WHERE pk = ?', original, call);
  },
};
