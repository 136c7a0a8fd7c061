// Deletes what sessions brought, in all tables: before they are written whole again, or because they are forgotten.

import type { Transaction } from '../database/connection.ts';
import { WEEKLY } from '../database/schema.ts';
import { deleteLogs } from './block-rows.ts';
import { deleteSources } from './source-rows.ts';

/** Tables of what belongs to one session, besides its row, files, calls and facts. */
const TABLES = [
  'other_copies',
  'call_files',
  'message_pages',
  'session_hooks',
  'hook_sums',
  'requests',
  'insights',
  'states',
];

interface Deleted {
  readonly pk: number;
  readonly week: number;
}

/** Titles and copies are the business of the caller. */
export async function deleteSessions(
  on: Transaction,
  sessions: readonly Deleted[],
  { withRow, withCalls = true }: { readonly withRow: boolean; readonly withCalls?: boolean },
): Promise<void> {
  if (sessions.length === 0) return;
  const keys = sessions.map(({ pk }) => pk);
  const weeks = [...new Set(sessions.map(({ week }) => week))];
  await deleteSources(on, 'session_pk = ANY($1::int8[])', keys);
  for (const table of withCalls ? WEEKLY : []) {
    await on.all(`DELETE FROM ${table} WHERE week = ANY($2::int4[]) AND session_pk = ANY($1::int8[])`, keys, weeks);
  }
  for (const table of TABLES) await on.all(`DELETE FROM ${table} WHERE session_pk = ANY($1::int8[])`, keys);
  if (!withRow) return;
  await deleteLogs(on, 'session_pk = ANY($1::int8[])', keys);
  await on.all('DELETE FROM stale_copies WHERE session_pk = ANY($1::int8[])', keys);
  await on.all('DELETE FROM sessions WHERE pk = ANY($1::int8[])', keys);
}
