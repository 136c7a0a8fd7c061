// Forgets very many sessions: weeks of which nothing stays go by dropping their partitions, all others row by row, in batches.
//
// A partition is dropped in the transaction that deletes the rows of its sessions, so that none is ever there without the other. That
// takes a lock that waits for every question under way, and all others wait behind it: everything that takes time is done before it,
// and who does not get the lock in a moment lets the others go first.

import { integer, integerOrNull, text } from '../../../base/row.ts';
import type { SessionKey } from '../../session-batch.ts';
import type { Transaction } from '../database/connection.ts';
import { WEEKLY } from '../database/schema.ts';
import type { Statements } from '../database/statement.ts';
import { markFamilies } from './copy-rows.ts';
import { deleteSessions } from './delete-sessions.ts';
import { lockRelations } from './relations-lock.ts';
import { type NotedChange, noteChanges } from './session-rows.ts';
import { clearTitles, markTitles } from './title-rows.ts';

/** Sessions of one transaction, where rows are deleted. */
const BATCH = 200;
/** So long others may be kept waiting. */
const LOCK_MS = 2000;
const LOCK_NOT_TO_BE_HAD = '55P03';

interface Forgotten extends SessionKey {
  readonly pk: number;
  readonly week: number;
}

/** In a transaction of its own, begun again where that helps. */
export type Write = (work: (on: Transaction) => Promise<void>) => Promise<void>;

/** Sessions by their names, of machines whose sessions are one's own. */
export interface OwnSessions {
  readonly keys: readonly SessionKey[];
  readonly machines: readonly number[];
}

async function known(on: Statements, { keys, machines }: OwnSessions): Promise<Forgotten[]> {
  const rows = await on.all(
    `SELECT s.pk, s.week, s.agent, s.id FROM unnest($1::text[], $2::text[]) AS wanted (agent, id)
     JOIN sessions s ON s.agent = wanted.agent AND md5(s.id) = md5(wanted.id) AND s.id = wanted.id
     WHERE s.machine = ANY($3::int4[]) ORDER BY s.pk`,
    keys.map(({ agent }) => agent),
    keys.map(({ id }) => id),
    machines,
  );
  return rows.map((row) => ({
    pk: integer(row, 'pk'),
    week: integer(row, 'week'),
    agent: text(row, 'agent'),
    id: text(row, 'id'),
  }));
}

function byWeek(sessions: readonly Forgotten[]): Map<number, Forgotten[]> {
  const weeks = new Map<number, Forgotten[]>();
  for (const session of sessions) {
    const own = weeks.get(session.week);
    if (own === undefined) weeks.set(session.week, [session]);
    else own.push(session);
  }
  return weeks;
}

/** What others are told, and what has to be settled again without them. */
async function letGo(on: Transaction, sessions: readonly Forgotten[]): Promise<void> {
  const keys = sessions.map(({ pk }) => pk);
  const rows = await on.all('SELECT family FROM sessions WHERE pk = ANY($1::int8[]) ORDER BY pk FOR UPDATE', keys);
  await lockRelations(on);
  await markFamilies(on, [...new Set(rows.flatMap((row) => integerOrNull(row, 'family') ?? []))]);
  if (await clearTitles(on, keys)) await markTitles(on);
}

function changesOf(sessions: readonly Forgotten[]): NotedChange[] {
  return sessions.map(({ agent, id }) => [agent, id, null]);
}

async function deleteBatch(on: Transaction, sessions: readonly Forgotten[]): Promise<void> {
  await letGo(on, sessions);
  await deleteSessions(on, sessions, { withRow: true });
  await noteChanges(on, changesOf(sessions));
}

/** Someone else has a session in the week. */
class WeekInUse extends Error {}

async function dropWeek(on: Transaction, week: number, sessions: readonly Forgotten[]): Promise<void> {
  await letGo(on, sessions);
  await deleteSessions(on, sessions, { withRow: true, withCalls: false });
  await on.all('INSERT INTO stale_weeks SELECT DISTINCT at_week(at) FROM facts WHERE week = $1', week);
  await noteChanges(on, changesOf(sessions));
  await on.run(`SET LOCAL lock_timeout = ${LOCK_MS}`);
  for (const table of WEEKLY) await on.run(`DROP TABLE ${table}_${week}`);
  // Now that no one else writes: a session of this week that was begun since keeps its rows.
  const other = await on.get('SELECT 1 AS one FROM sessions WHERE week = $1 LIMIT 1', week);
  if (other !== undefined) throw new WeekInUse();
}

function isInTheWay(error: unknown): boolean {
  if (error instanceof WeekInUse) return true;
  return typeof error === 'object' && error !== null && 'code' in error && error.code === LOCK_NOT_TO_BE_HAD;
}

async function isWhole(on: Statements, week: number, sessions: readonly Forgotten[]): Promise<boolean> {
  const row = await on.get('SELECT count(*) AS sessions FROM sessions WHERE week = $1', week);
  return week > 0 && row !== undefined && integer(row, 'sessions') === sessions.length;
}

/** Returns the weeks whose partitions are gone. */
export async function forgetSessions(on: Statements, write: Write, own: OwnSessions): Promise<number[]> {
  const dropped: number[] = [];
  // A single one is not worth the lock.
  const mayDrop = own.keys.length > 1;
  for (const [week, sessions] of byWeek(await known(on, own))) {
    if (mayDrop && (await isWhole(on, week, sessions))) {
      try {
        await write((step) => dropWeek(step, week, sessions));
        dropped.push(week);
        continue;
      } catch (error) {
        if (!isInTheWay(error)) throw error;
      }
    }
    for (let from = 0; from < sessions.length; from += BATCH) {
      await write((step) => deleteBatch(step, sessions.slice(from, from + BATCH)));
    }
  }
  return dropped;
}
