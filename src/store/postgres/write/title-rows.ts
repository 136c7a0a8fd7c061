// Titles that name a record, and the records of each session.

import type { SessionBatch } from '../../session-batch.ts';
import { settleTitle } from '../../sql/leaf-titles.ts';
import type { Transaction } from '../database/connection.ts';
import { takeSteps } from '../database/take-steps.ts';
import { RELATION_LOCKS } from './relations-lock.ts';

/** In a transaction that has locked what sessions say of each other. */
export async function markTitles(on: Transaction): Promise<void> {
  await on.all('INSERT INTO stale_titles VALUES (1) ON CONFLICT DO NOTHING');
}

/** Before sessions are written whole again, or forgotten. Whether there were titles: then they are to be marked. */
export async function clearTitles(on: Transaction, sessions: readonly number[]): Promise<boolean> {
  const gone = await on.all('DELETE FROM leaf_titles WHERE session_pk = ANY($1::int8[]) RETURNING 1 AS one', sessions);
  await on.all('DELETE FROM record_places WHERE session_pk = ANY($1::int8[])', sessions);
  return gone.length > 0;
}

/** What a batch brings. With `isAlone`, the session is asked at once: its row was written without what others say of it. */
export async function addTitles(
  on: Transaction,
  session: number,
  { leafTitles = [], records }: SessionBatch,
  { isAlone }: { readonly isAlone: boolean },
): Promise<void> {
  if (leafTitles.length > 0) {
    await markTitles(on);
    await on.all('DELETE FROM leaf_titles WHERE session_pk = $1', session);
    await on.all(
      'INSERT INTO leaf_titles SELECT DISTINCT $1::int8, leaf, title FROM unnest($2::float8[], $3::text[]) AS t (leaf, title)',
      session,
      leafTitles.map(({ leaf }) => leaf),
      leafTitles.map(({ title }) => title),
    );
  }
  if (records !== undefined && records.length > 0) {
    const body = new Uint8Array(records.buffer, records.byteOffset, records.byteLength);
    await on.all(
      `INSERT INTO record_places
       SELECT $1, coalesce(max(num), -1) + 1, $2::bytea FROM record_places WHERE session_pk = $1`,
      session,
      body,
    );
  }
  if (isAlone) await takeSteps(on, settleTitle(RELATION_LOCKS, session));
}
