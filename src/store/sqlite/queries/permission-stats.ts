// Answers "who or what allowed or denied?": logged decisions, by tool.

import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { PermissionStats } from '../../questions/stats.ts';
import { COLUMN_FLAGS } from '../../rows/call-numbers.ts';
import { addTime, type CountedDecisions, permissionSums } from '../../rows/permission-sums.ts';
import { CallScan } from './call-scan.ts';
import { toolWords, wordList } from './interned-lists.ts';
import { keepKnown } from './narrow.ts';

/** The most frequent first. Calls about which nothing is on record are not counted. */
export function permissionStats(database: Database, question: CallQuestion): PermissionStats[] {
  const scan = new CallScan(database, question);
  const tool = scan.column('tool');
  const permission = scan.column('permission');
  const tools = toolWords(database);
  const decisions = wordList(database, 'permission');
  const at = scan.column('at');
  const flags = scan.column('flags');
  const wait = scan.column('wait');
  // By tool and decision, both by number: few of the many pairs occur.
  const counts = new Map<number, CountedDecisions>();
  const isDecided = keepKnown(permission);
  scan.each(({ slots, count }) => {
    const left = isDecided(slots, count);
    for (let i = 0; i < left; i++) {
      const slot = slots[i] ?? 0;
      const pair = (tool[slot] ?? 0) * decisions.length + (permission[slot] ?? 0);
      const known = counts.get(pair) ?? { calls: 0, firstAt: null, lastAt: null, waits: 0, waitMs: 0 };
      counts.set(pair, known);
      known.calls++;
      const time = ((flags[slot] ?? 0) & COLUMN_FLAGS.unasked) === 0 ? (at[slot] ?? Number.NaN) : Number.NaN;
      if (!Number.isNaN(time)) addTime(known, time, time);
      const waited = wait[slot] ?? Number.NaN;
      if (Number.isNaN(waited)) continue;
      known.waits++;
      known.waitMs += waited;
    }
  });
  return permissionSums(
    [...counts].map(([pair, counted]) => ({
      tool: tools[Math.floor(pair / decisions.length)],
      decision: decisions[pair % decisions.length],
      counted,
    })),
  );
}
