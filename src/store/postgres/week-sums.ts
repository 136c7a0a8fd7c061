// Sums stale weeks up again, a few in each transaction: see database/sums-schema for what makes a week stale.

import { integer } from '../../base/row.ts';
import { QUARTER_MS } from '../rows/day-sums.ts';
import type { Connection, Transaction } from './database/connection.ts';
import { LostConnection } from './database/connection-error.ts';
import { ASKED_AT, ASKED_WEEK, weekStart } from './database/fact-times.ts';
import { NARROW_TABLES } from './database/narrow-schema.ts';
import { PACKED_TABLES } from './database/packed-schema.ts';
import type { Statements } from './database/statement.ts';
import { FIRST_WEEK_MS, LAST_WEEK_MS, SUM_TABLES } from './database/sums-schema.ts';
import { CostSums } from './queries/cost-sums.ts';
import { PACKED_FAILURES, WITH_UNSETTLED } from './queries/failure-classes.ts';
import { touchesOf } from './queries/file-sums.ts';
import { LedgerSums } from './queries/ledger-totals.ts';
import { numbersOf, outcomeWords } from './queries/words.ts';

/** A week that goes on changing is summed up only so often; until then its facts are read. */
const REST_MS = 10 * 60_000;

/** Calls of one transaction: while it runs, others do not hear of changes. */
const CALLS_AT_ONCE = 100_000;

/** Facts `f` of weeks that begin at $2 and end at $3: the index by time has them. */
const OF_TIMES =
  'unnest($2::float8[], $3::float8[]) AS w (begins, ends) JOIN facts f ON f.at >= w.begins AND f.at < w.ends';
/** Those of week 0. */
const OF_NO_WEEK = `facts f WHERE f.at IS NULL OR f.at < ${FIRST_WEEK_MS} OR f.at >= ${LAST_WEEK_MS}::float8`;

const TOTALS = `count(*), coalesce(sum(f.bytes), 0), coalesce(sum(f.tokens), 0), count(f.masked), count(f.step),
  coalesce(sum(f.ms), 0), count(f.wait), coalesce(sum(f.wait), 0)`;
const OF_SESSIONS = 'chosen f JOIN sessions s ON s.pk = f.session_pk';
const STEPS = `string_agg(int2send(t.step::int2) || int4send(t.calls::int4), '' ORDER BY t.step)`;

const TABLES = [...SUM_TABLES, ...PACKED_TABLES, ...NARROW_TABLES] as const;

/** Over facts that are `chosen`, with the week of each. $1: outcomes that are failures. */
const SUMS: Readonly<Record<(typeof TABLES)[number], string>> = {
  day_sums: `f.at_week, floor((${ASKED_AT}) / 86400000), f.tool, f.model, f.outcome, f.measure, ${TOTALS}, min(${ASKED_AT}),
    max(${ASKED_AT}), min(f.pk) FROM chosen f GROUP BY 1, 2, 3, 4, 5, 6`,
  step_sums: `t.at_week, t.tool, t.model, t.outcome, ${STEPS} FROM (SELECT f.at_week, f.tool, f.model, f.outcome, f.step,
    count(*) AS calls FROM chosen f WHERE f.step IS NOT NULL GROUP BY 1, 2, 3, 4, 5) t GROUP BY 1, 2, 3, 4`,
  project_sums: `f.at_week, s.project, f.outcome, f.measure, ${TOTALS} FROM ${OF_SESSIONS} GROUP BY 1, 2, 3, 4`,
  project_steps: `t.at_week, t.project, t.outcome, ${STEPS} FROM (SELECT f.at_week, s.project, f.outcome, f.step,
    count(*) AS calls FROM ${OF_SESSIONS} WHERE f.step IS NOT NULL GROUP BY 1, 2, 3, 4) t GROUP BY 1, 2, 3`,
  quarter_sums: `f.at_week, floor((${ASKED_AT}) / ${QUARTER_MS}), f.outcome, count(*), count(f.masked)
    FROM chosen f GROUP BY 1, 2, 3`,
  outcome_sums: `f.at_week, ${ASKED_WEEK}, s.agent, s.version, s.project, f.model, f.outcome, f.masked, count(*),
    count(*) FILTER (WHERE s.is_settled <> 0), count(*) FILTER (WHERE s.is_settled <> 0 AND f.recovery <> 0), count(f.wait),
    coalesce(sum(f.wait), 0), min(f.pk), f.tool FROM ${OF_SESSIONS} GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, f.tool`,
  failure_sums: `f.at_week, f.tool, f.model, f.outcome, f.masked, ${PACKED_FAILURES} FROM chosen f ${WITH_UNSETTLED}
    WHERE f.masked IS NOT NULL OR f.outcome = ANY($1::int4[]) GROUP BY 1, 2, 3, 4, 5`,
  session_sums: `t.at_week, t.tool, t.model, t.outcome, t.masked, string_agg(float8send(t.session_pk), '') FROM (
    SELECT DISTINCT f.at_week, f.tool, f.model, f.outcome, f.masked, f.session_pk FROM chosen f) t GROUP BY 1, 2, 3, 4, 5`,
  permission_sums: `f.at_week, f.tool, f.permission, count(*), min(${ASKED_AT}), max(${ASKED_AT}), count(f.wait),
    coalesce(sum(f.wait), 0), min(f.pk) FROM chosen f WHERE f.permission IS NOT NULL GROUP BY 1, 2, 3`,
  file_sums: touchesOf('chosen', 'at_week'),
};
const PUT = TABLES.map((table) => `put_${table} AS (INSERT INTO ${table} SELECT ${SUMS[table]})`).join(', ');

const OF_WEEKS = 'WHERE at_week = ANY($1::int4[])';
const CLEAR = `WITH ${TABLES.map((table) => `gone_${table} AS (DELETE FROM ${table} ${OF_WEEKS})`).join(', ')}
  DELETE FROM stale_weeks ${OF_WEEKS}`;

/** Which facts are read only once: to plan that for each table takes longer than to sum a week up, because facts have many partitions. */
function putFrom(facts: string): string {
  return `WITH chosen AS (SELECT at_week(f.at) AS at_week, f.* FROM ${facts}), ${PUT} SELECT 1 AS one`;
}

async function sumFacts(on: Transaction, weeks: readonly number[]): Promise<void> {
  await on.all(CLEAR, weeks);
  const failing = numbersOf(await outcomeWords(on), ({ status }) => status === 'error');
  if (weeks.includes(0)) await on.all(putFrom(OF_NO_WEEK), failing);
  const timed = weeks.filter((week) => week > 0);
  if (timed.length === 0) return;
  const ends = timed.map((week) => Math.min(weekStart(week + 1), LAST_WEEK_MS));
  await on.all(putFrom(OF_TIMES), failing, timed.map(weekStart), ends);
}

/** Sums by the week in which sessions began: what these cost, and how their files were read, is known of each as a whole. */
async function putSums(
  on: Transaction,
  { sums, stale }: { readonly sums: string; readonly stale: string },
  weeks: ReadonlyMap<number, { written(): string }>,
): Promise<void> {
  const which = [...weeks.keys()];
  await on.all(`DELETE FROM ${stale} WHERE week = ANY($1::int4[])`, which);
  await on.all(`DELETE FROM ${sums} WHERE week = ANY($1::int4[])`, which);
  const written = [...weeks.values()].map((week) => week.written());
  await on.all(`INSERT INTO ${sums} SELECT * FROM unnest($1::int4[], $2::text[])`, which, written);
}

async function sumCosts(on: Transaction, weeks: readonly number[]): Promise<void> {
  await putSums(on, { sums: 'cost_sums', stale: 'stale_costs' }, await CostSums.ofWeeks(on, weeks));
}

async function sumLedgers(on: Transaction, weeks: readonly number[]): Promise<void> {
  await putSums(on, { sums: 'ledger_sums', stale: 'stale_ledgers' }, await LedgerSums.ofWeeks(on, weeks));
}

/** As many weeks as have so many calls on an average. */
async function weeksAtOnce(on: Statements): Promise<number> {
  const row = await on.get(
    'SELECT coalesce(sum(calls), 0)::float8 / greatest(count(DISTINCT week), 1) AS calls FROM sessions',
  );
  const calls = row === undefined ? 0 : Number(row['calls']);
  return Math.max(1, Math.floor(CALLS_AT_ONCE / Math.max(1, calls)));
}

function isOutrun(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '40001';
}

/** `lock`: only one process sums up a kind at a time, two would do the same work. */
const KINDS = [
  { lock: 7_466_518_003, stale: 'SELECT DISTINCT at_week AS week FROM stale_weeks ORDER BY 1', sum: sumFacts },
  { lock: 7_466_518_004, stale: 'SELECT DISTINCT week FROM stale_costs ORDER BY 1', sum: sumCosts },
  { lock: 7_466_518_005, stale: 'SELECT DISTINCT week FROM stale_ledgers ORDER BY 1', sum: sumLedgers },
] as const;

export class WeekSums {
  readonly #connection: Connection;
  readonly #summedAt = new Map<string, number>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Weeks that are stale, but for those that were summed up just now. While the server is away they stay stale. */
  async refresh(now = Date.now()): Promise<void> {
    try {
      await this.#refresh(now);
    } catch (error) {
      if (!(error instanceof LostConnection)) throw error;
    }
  }

  async #refresh(now: number): Promise<void> {
    const atOnce = await weeksAtOnce(this.#connection);
    await Promise.all(KINDS.map((kind) => this.#refreshKind(kind, atOnce, now)));
  }

  async #refreshKind({ lock, stale, sum }: (typeof KINDS)[number], atOnce: number, now: number): Promise<void> {
    const rows = await this.#connection.all(stale);
    const weeks = rows
      .map((row) => integer(row, 'week'))
      .filter((week) => now - (this.#summedAt.get(`${lock} ${week}`) ?? Number.NEGATIVE_INFINITY) >= REST_MS);
    for (let from = 0; from < weeks.length; from += atOnce) {
      const some = weeks.slice(from, from + atOnce);
      for (const week of some) this.#summedAt.set(`${lock} ${week}`, now);
      await this.#sum(lock, (on) => sum(on, some));
    }
  }

  async #sum(lock: number, work: (on: Transaction) => Promise<void>): Promise<void> {
    try {
      await this.#connection.transaction(async (on) => {
        // All statements see the same moment: marks and rows that come later are not touched.
        await on.run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
        // Without compiling expressions, which a statement for all sums at once would be dear enough for.
        const locked = await on.get(
          `SELECT pg_try_advisory_xact_lock(${lock}) AS taken, set_config('jit', 'off', true)`,
        );
        if (locked !== undefined && integer(locked, 'taken') !== 0) await work(on);
      });
    } catch (error) {
      // Another process was faster.
      if (!isOutrun(error)) throw error;
    }
  }
}
