// Titles that name a record: those that logs hold, the records of each session, and so which sessions they name.

import { blob, integer, text, textOrNull } from '../../../base/row.ts';
import { type LeafTitles, lastTitle, leafTitles, retitled } from '../../rows/leaf-title.ts';
import type { SessionBatch } from '../../session-batch.ts';
import type { Transaction } from '../database/connection.ts';
import { lockRelations } from './relations-lock.ts';

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
  { leafTitles: titles = [], records }: SessionBatch,
  { isAlone }: { readonly isAlone: boolean },
): Promise<void> {
  if (titles.length > 0) {
    await markTitles(on);
    await on.all('DELETE FROM leaf_titles WHERE session_pk = $1', session);
    await on.all(
      'INSERT INTO leaf_titles SELECT DISTINCT $1::int8, leaf, title FROM unnest($2::float8[], $3::text[]) AS t (leaf, title)',
      session,
      titles.map(({ leaf }) => leaf),
      titles.map(({ title }) => title),
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
  if (!isAlone) return;
  const all = await allTitles(on);
  if (all.size > 0) await settle(on, session, all);
}

/** Returns the sessions that are called otherwise now. */
export async function settleTitles(on: Transaction): Promise<number[]> {
  if ((await on.get('SELECT 1 AS one FROM stale_titles')) === undefined) return [];
  // In the order in which all lock: sessions first.
  await on.all('SELECT pk FROM sessions WHERE pk IN (SELECT session_pk FROM record_places) ORDER BY pk FOR UPDATE');
  await lockRelations(on);
  await on.all('DELETE FROM stale_titles');
  const titles = await allTitles(on);
  const renamed: number[] = [];
  for (const row of await on.all('SELECT DISTINCT session_pk AS pk FROM record_places ORDER BY 1')) {
    const session = integer(row, 'pk');
    if (await settle(on, session, titles)) renamed.push(session);
  }
  return renamed;
}

async function allTitles(on: Transaction): Promise<LeafTitles> {
  const rows = await on.all('SELECT leaf, title FROM leaf_titles');
  return leafTitles(rows.map((row) => ({ leaf: integer(row, 'leaf'), title: text(row, 'title') })));
}

async function settle(on: Transaction, session: number, titles: LeafTitles): Promise<boolean> {
  const row = await on.get('SELECT title, own_title, detail FROM sessions WHERE pk = $1 FOR UPDATE', session);
  if (row === undefined) return false;
  const records = await on.all('SELECT body FROM record_places WHERE session_pk = $1 ORDER BY num', session);
  const last = lastTitle(
    records.map((one) => blob(one, 'body')),
    titles,
  );
  const before = { detail: text(row, 'detail'), shown: textOrNull(row, 'title'), own: textOrNull(row, 'own_title') };
  const { update, isRenamed } = retitled(before, last);
  if (update !== null) {
    await on.all(
      'UPDATE sessions SET title = $2, own_title = $3, detail = $4 WHERE pk = $1',
      session,
      update.title,
      update.own,
      update.detail,
    );
  }
  return isRenamed;
}
