// Answers "what do the hooks do?": how often each ran, what it stopped, how often it failed, what it cost.

import { integer, text, textOrNull } from '../../../base/row.ts';
import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { HookStats } from '../../questions/stats.ts';
import { COLUMN_FLAGS } from '../../rows/call-numbers.ts';
import { addedHooks, costliestFirst, hookSumOf } from '../../rows/hook-sums.ts';
import { condition, joinConditions } from '../../sql/condition.ts';
import { HOOK_COUNTS } from '../index/hook-sums.ts';
import { hooksThat } from '../index/hook-tables.ts';
import { CallScan } from './call-scan.ts';
import type { BoundCondition } from './engine.ts';
import { wordList } from './interned-lists.ts';
import { keepBit } from './narrow.ts';
import { scopeOf } from './scope.ts';

/** Hooks of matching calls: the columns say which of them had any. */
function ofCalls(database: Database, question: CallQuestion): BoundCondition {
  const scan = new CallScan(database, question);
  const keys = scan.keys(keepBit(scan.column('flags'), COLUMN_FLAGS.hooks));
  return condition(
    `h.call_pk IN (SELECT f.pk FROM json_each(?) k JOIN calls c ON c.pk = k.value
       JOIN calls f ON f.call_id = c.call_id AND f.session_pk = c.session_pk AND f.occurrence = 1)`,
    JSON.stringify(keys),
  );
}

/** Directly from the hooks. `rows` is a condition for rows `h`, applied to hooks of calls and to others. */
function counted(database: Database, rows: BoundCondition): HookStats[] {
  return database
    .query(
      `SELECT h.event, h.name, h.command, ${HOOK_COUNTS} FROM ${hooksThat(rows.sql)} GROUP BY h.event, h.name, h.command`,
      (row) => ({
        event: text(row, 'event'),
        name: text(row, 'name'),
        command: textOrNull(row, 'command'),
        ...hookSumOf(row),
      }),
    )
    .all(...rows.values, ...rows.values);
}

/** From the sums of settled sessions. */
function summed(database: Database, sessions: BoundCondition): HookStats[] {
  const words = wordList(database, 'hook');
  return database
    .query(
      `SELECT h.hook, sum(h.runs) AS runs, sum(h.blocked) AS blocked, sum(h.failed) AS failed,
         sum(h.cancelled) AS cancelled, sum(h.timed) AS timed, total(h.total_ms) AS total_ms, max(h.max_ms) AS max_ms,
         min(h.first_at) AS first_at, max(h.last_at) AS last_at
       FROM hook_sums h WHERE ${sessions.sql} AND h.session_pk NOT IN (${UNSETTLED}) GROUP BY h.hook`,
      (row) => {
        const [event = '', name = '', command]: readonly string[] = JSON.parse(words[integer(row, 'hook')] ?? '[]');
        return { event, name, command: command ?? null, ...hookSumOf(row) };
      },
    )
    .all(...sessions.values);
}

const UNSETTLED = 'SELECT pk FROM sessions WHERE is_settled = 0';

function everything(database: Database, places: readonly string[]): HookStats[] {
  const sessions = scopeOf(database, places, 'h.session_pk');
  const open = joinConditions([sessions, condition(`h.session_pk IN (${UNSETTLED})`)], 'AND');
  return addedHooks([...summed(database, sessions), ...counted(database, open)]);
}

/** The costliest first. Hooks of copied calls are not counted again. With a filter: only hooks that ran for a matching call. */
export function hookStats(database: Database, question: CallQuestion): HookStats[] {
  const hooks =
    question.filter.type === 'all'
      ? everything(database, question.places)
      : counted(database, ofCalls(database, question));
  return costliestFirst(hooks);
}
