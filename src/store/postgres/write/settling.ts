// What is written down about a session when it rests: what became of its failures, what its hooks add up to. And its facts made
// again from the rows of its calls, after something changed that all of them depend on.

import { integer, type Row, text } from '../../../base/row.ts';
import { callsToRecoverAmong } from '../../../model/recoveries.ts';
import { needsRecovery } from '../../../model/recovery.ts';
import type { HookSum } from '../../questions/stats.ts';
import { recoveryNumber } from '../../questions/stats.ts';
import { attemptOfRow } from '../../rows/attempt-row.ts';
import { callNumbersOf } from '../../rows/call-numbers.ts';
import { type SummedRun, sumsByHook } from '../../rows/hook-sums.ts';
import type { StoredHook } from '../../rows/stored-hook.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import type { Given } from '../database/statement.ts';
import { addFact, factsOfRow } from './facts.ts';
import { RowSink } from './row-sink.ts';
import type { StoredSession } from './session-rows.ts';
import type { Words } from './words.ts';

const ORDER = 'source, "offset", length(pointer), pointer, occurrence';
const TRIED = `SELECT pk, call_id, occurrence, tool_id, thread, status, code, blame, requested_at, ended_at, path, summary, detail
  FROM calls WHERE week = $1 AND session_pk = $2 AND copy_of IS NULL ORDER BY ${ORDER}`;

/** A session by its key, and the week that its calls lie in: without it a statement is planned for all weeks. */
type Settled = Pick<StoredSession, 'pk' | 'week'>;

export const SUM_COLUMNS = [
  'session_pk',
  'hook',
  'runs',
  'blocked',
  'failed',
  'cancelled',
  'timed',
  'total_ms',
  'max_ms',
  'first_at',
  'last_at',
] as const;

export function sumValues(session: number, hook: number, sum: HookSum): Given[] {
  const { runs, blocked, failed, cancelled, timed, totalMs, maxMs, firstAt, lastAt } = sum;
  return [session, hook, runs, blocked, failed, cancelled, timed, totalMs, maxMs, firstAt, lastAt];
}

function keyedAttempt(row: Row) {
  return { pk: integer(row, 'pk'), ...attemptOfRow(row) };
}

async function settleRecoveries(on: Transaction, { pk, week }: Settled): Promise<void> {
  const [any] = await on.all(
    `SELECT 1 AS one FROM calls WHERE week = $1 AND session_pk = $2 AND copy_of IS NULL
       AND (status = 'error' OR code IS NOT NULL OR strpos(flags, 'masks-failure') > 0) LIMIT 1`,
    week,
    pk,
  );
  if (any === undefined) return;
  const tried = (await on.all(TRIED, week, pk)).map(keyedAttempt);
  const failed = tried.filter(needsRecovery);
  if (failed.length === 0) return;
  const recovered = [...callsToRecoverAmong(tried, failed)];
  await on.all(
    `UPDATE facts f SET recovery = n.recovery FROM unnest($3::int8[], $4::float8[]) AS n (pk, recovery)
     WHERE f.week = $1 AND f.session_pk = $2 AND f.pk = n.pk`,
    week,
    pk,
    recovered.map(([call]) => call.pk),
    recovered.map(([, took]) => recoveryNumber(took)),
  );
}

function runsOf(row: Row): (readonly [number, SummedRun])[] {
  // Our own words: the schema's version vouches for their shape.
  const runs: readonly StoredHook[] = JSON.parse(text(row, 'said'));
  return runs.map(([hook, outcome, , durationMs, , , at]) => [hook, { outcome, durationMs, at }]);
}

/** Adds a session's hooks up again. Of an id that stands for several calls the first has them. */
async function settleHooks(on: Transaction, { pk, week }: Settled): Promise<void> {
  const rows = await on.all(
    `SELECT hooks AS said FROM calls WHERE week = $1 AND session_pk = $2 AND hooks IS NOT NULL AND occurrence = 1 AND copy_of IS NULL
     UNION ALL SELECT '[' || said || ']' FROM session_hooks WHERE session_pk = $2`,
    week,
    pk,
  );
  const sums = sumsByHook(rows.flatMap(runsOf));
  await on.all('DELETE FROM hook_sums WHERE session_pk = $1', pk);
  const sink = new RowSink();
  for (const [hook, sum] of sums) sink.add('hook_sums', SUM_COLUMNS, sumValues(pk, hook, sum));
  await sink.flush(on);
}

/** Takes as long as the session is large. */
export async function settle(on: Transaction, session: Settled): Promise<void> {
  await settleRecoveries(on, session);
  await settleHooks(on, session);
  await on.all('UPDATE sessions SET is_settled = 1 WHERE pk = $1', session.pk);
}

/** The facts of a session again, from the rows of its calls. `project` is the folder that its relative paths start from. */
export async function refreshFacts(
  on: Transaction,
  connection: Connection,
  words: Words,
  session: StoredSession,
  project: string | null,
): Promise<void> {
  const rows = await on.all(
    'SELECT * FROM calls WHERE week = $1 AND session_pk = $2 AND copy_of IS NULL',
    session.week,
    session.pk,
  );
  // Words are numbered through another connection, and stay whatever becomes of this transaction.
  const facts = await words.with(connection, () =>
    rows.map((row) => ({
      pk: integer(row, 'pk'),
      numbers: callNumbersOf(factsOfRow(row, session.agent), 0, project, words, null),
    })),
  );
  await on.all('DELETE FROM facts WHERE week = $1 AND session_pk = $2', session.week, session.pk);
  const sink = new RowSink();
  for (const { pk, numbers } of facts) addFact(sink, session, pk, numbers);
  await sink.flush(on);
  await settle(on, session);
}
