// Sessions whose copies have to be compared again.

import { integer, type Row } from '../../../base/row.ts';
import { ALL_STALE } from '../../sql/copies.ts';
import type { Transaction } from '../database/connection.ts';
import { ID_HEAD } from '../database/schema.ts';
import type { Statements } from '../database/statement.ts';

export const SAME_ID = (calls: string, wanted: string): string =>
  `left(${calls}.call_id, ${ID_HEAD}) = left(${wanted}.call_id, ${ID_HEAD}) AND ${calls}.call_id = ${wanted}.call_id`;

/** A mark that is there already gets a new number: what was read before it is not up to date. */
const MARK = 'ON CONFLICT (session_pk) DO UPDATE SET mark = excluded.mark';

/** Takes a list of sessions. */
export const MARK_STALE = `INSERT INTO stale_copies (session_pk) SELECT pk FROM unnest($1::int8[]) AS s (pk) ORDER BY pk ${MARK}`;

function keys(rows: readonly Row[]): number[] {
  return rows.map((row) => integer(row, 'pk'));
}

/** Whether everything will be compared with everything anyway. Until the transaction ends it stays so. */
export async function isAllStale(on: Transaction): Promise<boolean> {
  return (await on.get(`SELECT 1 AS one FROM stale_copies WHERE session_pk = ${ALL_STALE} FOR SHARE`)) !== undefined;
}

export async function markAllStale(on: Statements): Promise<void> {
  await on.all(`INSERT INTO stale_copies (session_pk) VALUES (${ALL_STALE}) ON CONFLICT DO NOTHING`);
}

export async function markStale(on: Transaction, sessions: readonly number[]): Promise<void> {
  if (sessions.length > 0) await on.all(MARK_STALE, sessions);
}

/** Those that were compared with a session that is not as it was. */
export async function markFamilies(on: Transaction, families: readonly number[]): Promise<void> {
  if (families.length === 0) return;
  await on.all(
    `INSERT INTO stale_copies (session_pk) SELECT pk FROM sessions WHERE family = ANY($1::int8[]) ORDER BY pk ${MARK}`,
    families,
  );
}

/** Those of the sessions that begin as another one does, or that name one or are named by one. */
export async function withRelatives(on: Transaction, sessions: readonly number[]): Promise<number[]> {
  if (sessions.length === 0) return [];
  const other = 'o.agent = s.agent AND o.pk <> s.pk';
  return keys(
    await on.all(
      `SELECT s.pk FROM sessions s WHERE s.pk = ANY($1::int8[]) AND (
         EXISTS (SELECT 1 FROM sessions o WHERE md5(o.lineage) = md5(s.lineage) AND o.lineage = s.lineage AND ${other})
         OR EXISTS (SELECT 1 FROM sessions o WHERE md5(o.lineage) = md5(s.id) AND o.lineage = s.id AND ${other})
         OR EXISTS (SELECT 1 FROM sessions o WHERE md5(o.id) = md5(s.lineage) AND o.id = s.lineage AND ${other}))`,
      sessions,
    ),
  );
}

/** Those of the calls' sessions of which a call stands in another session too. */
export async function withTwins(
  on: Transaction,
  calls: readonly (readonly [session: number, callId: string, identity: number])[],
): Promise<number[]> {
  if (calls.length === 0) return [];
  return keys(
    await on.all(
      `SELECT DISTINCT wanted.pk FROM unnest($1::int8[], $2::text[], $3::float8[]) AS wanted (pk, call_id, identity)
       WHERE EXISTS (SELECT 1 FROM calls c WHERE ${SAME_ID('c', 'wanted')}
         AND c.identity = wanted.identity AND c.session_pk <> wanted.pk)`,
      calls.map(([session]) => session),
      calls.map(([, callId]) => callId),
      calls.map(([, , identity]) => identity),
    ),
  );
}

/** Whether anything is to be settled, copies or titles. */
export async function isAnyStale(on: Statements): Promise<boolean> {
  const row = await on.get('SELECT 1 AS one FROM stale_titles UNION ALL (SELECT 1 FROM stale_copies LIMIT 1)');
  return row !== undefined;
}
