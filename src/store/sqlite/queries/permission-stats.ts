// Answers "who or what allowed or denied?": decisions on record, by tool.

import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { PermissionStats } from '../../questions/stats.ts';
import { WORD_BREAK } from '../../rows/interned.ts';
import { CallScan } from './call-scan.ts';
import { toolWords, wordList } from './interned-lists.ts';
import { keepKnown } from './narrow.ts';

function sorted(stats: Iterable<PermissionStats>): PermissionStats[] {
  const nameOf = ({ agent, toolId, decision, by }: PermissionStats): string => `${agent} ${toolId} ${decision} ${by}`;
  return [...stats].sort((a, b) => b.calls - a.calls || (nameOf(a) < nameOf(b) ? -1 : 1));
}

/** The most frequent first. Calls about which nothing is on record are not counted. */
export function permissionStats(database: Database, question: CallQuestion): PermissionStats[] {
  const scan = new CallScan(database, question);
  const tool = scan.column('tool');
  const permission = scan.column('permission');
  const tools = toolWords(database);
  const decisions = wordList(database, 'permission');
  // By tool and decision, both by their numbers: few of the many pairs occur.
  const counts = new Map<number, number>();
  const isDecided = keepKnown(permission);
  scan.each(({ slots, count }) => {
    const left = isDecided(slots, count);
    for (let i = 0; i < left; i++) {
      const slot = slots[i] ?? 0;
      const pair = (tool[slot] ?? 0) * decisions.length + (permission[slot] ?? 0);
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
  });
  const stats = new Map<string, PermissionStats>();
  for (const [pair, calls] of counts) {
    const { agent = '', toolId = '' } = tools[Math.floor(pair / decisions.length)] ?? {};
    const [decision = '', by = ''] = decisions[pair % decisions.length]?.split(WORD_BREAK) ?? [];
    const name = JSON.stringify([agent, toolId, decision, by]);
    stats.set(name, { agent, toolId, decision, by, calls: calls + (stats.get(name)?.calls ?? 0) });
  }
  return sorted(stats.values());
}
