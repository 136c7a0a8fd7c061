// Forgets very many sessions: weeks of which nothing stays go by dropping their partitions, all others row by row, in batches.
//
// A partition is dropped in the transaction that deletes the rows of its sessions, so that none is ever there without the other. That
// takes a lock that waits for every question under way, and all others wait behind it: everything that takes time is done before it,
// and who does not get the lock in a moment lets the others go first.

import { integer, integerOrNull, text } from '../../../base/row.ts';
import type { SessionKey } from '../../session-batch.ts';
import type { Transaction } from '../database/connection.ts';
import { partitionedWeeks } from '../database/partitions.ts';
import { partitionName, WEEKLY } from '../database/schema.ts';
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

/** Sessions whose calls lie in the same partition, and all weeks of that. */
interface Together {
  readonly weeks: readonly number[];
  readonly sessions: Forgotten[];
}

async function byPartition(on: Statements, sessions: readonly Forgotten[]): Promise<Together[]> {
  const partitions = await partitionedWeeks(on);
  const together = new Map<number, Together>();
  for (const session of sessions) {
    const weeks = partitions.get(session.week) ?? [session.week];
    const first = weeks[0] ?? session.week;
    const known = together.get(first);
    if (known === undefined) together.set(first, { weeks, sessions: [session] });
    else known.sessions.push(session);
  }
  return [...together.values()];
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

/** Someone else has a session in one of the weeks. */
class WeekInUse extends Error {}

async function dropWeeks(on: Transaction, { weeks, sessions }: Together): Promise<void> {
  await letGo(on, sessions);
  await deleteSessions(on, sessions, { withRow: true, withCalls: false });
  await on.all('INSERT INTO stale_weeks SELECT DISTINCT at_week(at) FROM facts WHERE week = ANY($1::int4[])', weeks);
  await noteChanges(on, changesOf(sessions));
  await on.run(`SET LOCAL lock_timeout = ${LOCK_MS}`);
  for (const table of WEEKLY) await on.run(`DROP TABLE ${table}_${partitionName(weeks)}`);
  // Now that no one else writes: a session of these weeks that was begun since keeps its rows.
  const other = await on.get('SELECT 1 AS one FROM sessions WHERE week = ANY($1::int4[]) LIMIT 1', weeks);
  if (other !== undefined) throw new WeekInUse();
}

function isInTheWay(error: unknown): boolean {
  if (error instanceof WeekInUse) return true;
  return typeof error === 'object' && error !== null && 'code' in error && error.code === LOCK_NOT_TO_BE_HAD;
}

async function isWhole(on: Statements, { weeks, sessions }: Together): Promise<boolean> {
  const row = await on.get('SELECT count(*) AS sessions FROM sessions WHERE week = ANY($1::int4[])', weeks);
  return !weeks.includes(0) && row !== undefined && integer(row, 'sessions') === sessions.length;
}

/** Returns the weeks whose partitions are gone. */
export async function forgetSessions(on: Statements, write: Write, own: OwnSessions): Promise<number[]> {
  const dropped: number[] = [];
  // A single one is not worth the lock.
  const mayDrop = own.keys.length > 1;
  for (const together of await byPartition(on, await known(on, own))) {
    const { weeks, sessions } = together;
    if (mayDrop && (await isWhole(on, together))) {
      try {
        await write((step) => dropWeeks(step, together));
        dropped.push(...weeks);
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
