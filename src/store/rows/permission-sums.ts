// Logged decisions, summed by tool and by who decided.

import { toldSum } from '../questions/span-counts.ts';
import type { PermissionStats } from '../questions/stats.ts';
import type { ToolWord } from './fact-words.ts';
import { WORD_BREAK } from './interned.ts';

export interface CountedDecisions {
  calls: number;
  firstAt: number | null;
  lastAt: number | null;
  waits: number;
  waitMs: number;
}

export function addTime(to: CountedDecisions, first: number, last: number): void {
  if (to.firstAt === null || first < to.firstAt) to.firstAt = first;
  if (to.lastAt === null || last > to.lastAt) to.lastAt = last;
}

/** By the words of tool and decision. */
export interface DecisionsOfTool {
  readonly tool: ToolWord | undefined;
  readonly decision: string | undefined;
  readonly counted: CountedDecisions;
}

/** The most frequent first. */
export function permissionSums(counts: readonly DecisionsOfTool[]): PermissionStats[] {
  const stats = new Map<string, PermissionStats & CountedDecisions>();
  for (const { tool, decision: word, counted } of counts) {
    const { agent = '', toolId = '' } = tool ?? {};
    const [decision = '', by = ''] = word?.split(WORD_BREAK) ?? [];
    const name = JSON.stringify([agent, toolId, decision, by]);
    const known = stats.get(name);
    if (known === undefined) {
      stats.set(name, { agent, toolId, decision, by, ...counted });
      continue;
    }
    // The same tool under another name.
    known.calls += counted.calls;
    known.waits += counted.waits;
    known.waitMs += counted.waitMs;
    if (counted.firstAt !== null && counted.lastAt !== null) addTime(known, counted.firstAt, counted.lastAt);
  }
  const nameOf = ({ agent, toolId, decision, by }: PermissionStats): string => `${agent} ${toolId} ${decision} ${by}`;
  const told = [...stats.values()].map((sum) => ({ ...sum, waitMs: toldSum(sum.waitMs) }));
  return told.sort((a, b) => b.calls - a.calls || (nameOf(a) < nameOf(b) ? -1 : 1));
}
