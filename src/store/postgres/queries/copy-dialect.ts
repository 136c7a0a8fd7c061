// PostgreSQL's part of telling copies from originals (store/sql/copies).

import { condition } from '../../sql/condition.ts';
import type { CallIdentity, CopyDialect } from '../../sql/copies.ts';
import { ask } from '../../sql/steps.ts';
import { MARK_STALE, SAME_ID } from '../write/copy-rows.ts';
import { RELATION_LOCKS } from '../write/relations-lock.ts';
import { POSTGRES_DIALECT } from './engine.ts';

const HOLDERS = `SELECT DISTINCT c.session_pk AS pk FROM unnest(?::text[], ?::float8[]) AS wanted (call_id, identity)
  JOIN calls c ON ${SAME_ID('c', 'wanted')} AND c.identity = wanted.identity`;

const TWINS = `SELECT wanted.place - 1 AS place, t.pk, t.copy_of,
    EXISTS (SELECT 1 FROM stale_copies WHERE session_pk = t.session_pk) AS is_stale,
    EXISTS (SELECT 1 FROM calls o WHERE o.copy_of = t.pk AND o.session_pk <> ?) AS is_copied
  FROM unnest(?::text[], ?::float8[]) WITH ORDINALITY AS wanted (call_id, identity, place)
  CROSS JOIN LATERAL (SELECT c.pk, c.copy_of, c.session_pk FROM calls c
    WHERE ${SAME_ID('c', 'wanted')} AND c.identity = wanted.identity AND c.session_pk <> ?
    ORDER BY c.session_pk, c.occurrence LIMIT 1) t`;

const ALL_SHARING = `WITH shared AS (SELECT call_id, identity, min(session_pk) AS other FROM calls GROUP BY call_id, identity
    HAVING min(session_pk) <> max(session_pk))
  SELECT DISTINCT c.session_pk AS pk, s.other FROM calls c JOIN shared s ON s.call_id = c.call_id AND s.identity = c.identity`;

function idsAndIdentities(calls: readonly CallIdentity[]): [ids: string[], identities: number[]] {
  return [calls.map(({ callId }) => callId), calls.map(({ identity }) => identity)];
}

export const POSTGRES_COPIES: CopyDialect = {
  ...POSTGRES_DIALECT,
  ...RELATION_LOCKS,
  hasLineage: (lineage) => condition('(md5(s.lineage) = md5(?) AND s.lineage = ?)', lineage, lineage),
  mark: 'mark',
  *markStale(sessions) {
    if (sessions.length > 0) yield* ask(MARK_STALE, sessions);
  },
  allSharing: ALL_SHARING,
  holders: (calls) => ask(HOLDERS, ...idsAndIdentities(calls)),
  twinsAtOnce: Number.POSITIVE_INFINITY,
  twins: (session, calls) => condition(TWINS, session, ...idsAndIdentities(calls), session),
  setCopies(session, copies) {
    const own = POSTGRES_DIALECT.inSession(session);
    return ask(
      `UPDATE calls c SET copy_of = n.copy_of FROM unnest(?::int8[], ?::int8[]) AS n (pk, copy_of)
       WHERE ${own.sql} AND c.pk = n.pk`,
      copies.map(([call]) => call),
      copies.map(([, original]) => original),
      ...own.values,
    );
  },
};
