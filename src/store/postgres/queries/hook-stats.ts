// Answers "what do the hooks do?": how often each ran, what it stopped, how often it failed, what it cost.

import { integer, text } from '../../../base/row.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { HookStats, HookSum } from '../../questions/stats.ts';
import { COLUMN_FLAGS } from '../../rows/call-numbers.ts';
import { addedHooks, costliestFirst, hookSumOf, sumsByHook } from '../../rows/hook-sums.ts';
import { type HookName, hookRunOf, parseHookName, type StoredHook } from '../../rows/stored-hook.ts';
import type { CallWords } from '../../sql/call-reader.ts';
import { condition } from '../../sql/condition.ts';
import type { Statements } from '../database/statement.ts';
import { ask, type FactCondition, joinConditions, numbered } from './condition.ts';
import { fittingFacts } from './fitting-facts.ts';
import { scopeOf } from './scope.ts';
import { wordList } from './words.ts';

const BATCH = 1000;
const UNSETTLED = 'SELECT pk FROM sessions WHERE is_settled = 0';

/** What hook it was is told by its number. */
const NO_HOOK: HookName = { event: '', name: '', command: null };

type HookWords = ReadonlyMap<number, string>;

function statsOf(words: HookWords, hook: number, sum: HookSum): HookStats {
  const word = words.get(hook);
  return { ...(word === undefined ? NO_HOOK : parseHookName(word)), ...sum };
}

/** Runs that rows hold as texts, in their order. */
async function counted(on: Statements, words: HookWords, statements: readonly FactCondition[]): Promise<HookStats[]> {
  const stats: HookStats[] = [];
  for (const { sql, values } of statements) {
    for await (const rows of on.each(BATCH, numbered(sql), ...values)) {
      const runs = rows.flatMap((row): readonly StoredHook[] => JSON.parse(text(row, 'runs')));
      const sums = sumsByHook(runs.map((run) => [run[0], hookRunOf(run, NO_HOOK)] as const));
      for (const [hook, sum] of sums) stats.push(statsOf(words, hook, sum));
    }
  }
  return addedHooks(stats);
}

/** Calls with hooks. Those of copied calls are left out; of an id that stands for several calls the first has them. */
function callHooks(where: FactCondition): FactCondition {
  const sql = `SELECT c.hooks AS runs FROM calls c
    WHERE c.hooks IS NOT NULL AND c.occurrence = 1 AND c.copy_of IS NULL AND ${where.sql} ORDER BY c.pk`;
  return { sql, values: where.values };
}

function turnHooks(where: FactCondition): FactCondition {
  const sql = `SELECT '[' || h.said || ']' AS runs FROM session_hooks h
    WHERE ${where.sql} ORDER BY h.session_pk, h.source, h."offset", h.num`;
  return { sql, values: where.values };
}

/** From the sums of settled sessions. */
async function summed(on: Statements, words: HookWords, sessions: FactCondition): Promise<HookStats[]> {
  const rows = await ask(
    on,
    `SELECT h.hook, sum(h.runs) AS runs, sum(h.blocked) AS blocked, sum(h.failed) AS failed,
       sum(h.cancelled) AS cancelled, sum(h.timed) AS timed, sum(h.total_ms) AS total_ms, max(h.max_ms) AS max_ms,
       min(h.first_at) AS first_at, max(h.last_at) AS last_at
     FROM hook_sums h WHERE ${sessions.sql} AND h.session_pk NOT IN (${UNSETTLED}) GROUP BY h.hook`,
    ...sessions.values,
  );
  return rows.map((row) => statsOf(words, integer(row, 'hook'), hookSumOf(row)));
}

async function everything(on: Statements, words: HookWords, places: readonly string[]): Promise<HookStats[]> {
  const open = async (key: string): Promise<FactCondition> =>
    joinConditions([await scopeOf(on, places, key), condition(`${key} IN (${UNSETTLED})`)], 'AND');
  const sums = await summed(on, words, await scopeOf(on, places, 'h.session_pk'));
  const runs = [callHooks(await open('c.session_pk')), turnHooks(await open('h.session_pk'))];
  return addedHooks([...sums, ...(await counted(on, words, runs))]);
}

/** Hooks of calls that fit: facts say which of them had any. */
async function ofCalls(on: Statements, words: HookWords, fitting: FactCondition): Promise<HookStats[]> {
  const where = condition(
    `(c.session_pk, c.call_id) IN (SELECT n.session_pk, n.call_id FROM facts f
       JOIN calls n ON n.week = f.week AND n.session_pk = f.session_pk AND n.pk = f.pk
       WHERE (f.flags & ${COLUMN_FLAGS.hooks}) <> 0 AND ${fitting.sql})`,
    ...fitting.values,
  );
  return counted(on, words, [callHooks(where)]);
}

/** The costliest first. Hooks of copied calls are not counted again. With a filter: only hooks that ran for a call that fits. */
export async function hookStats(on: Statements, known: CallWords, question: CallQuestion): Promise<HookStats[]> {
  const words = await wordList(on, 'hook');
  const hooks =
    question.filter.type === 'all'
      ? await everything(on, words, question.places)
      : await ofCalls(on, words, await fittingFacts(on, known, question));
  return costliestFirst(hooks);
}
