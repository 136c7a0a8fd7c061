// Answers "how do the tools fare?": calls, unexpected failures, durations and how they are known, sizes.

import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from './call-question.ts';
import { CallScan } from './call-scan.ts';
import { type CallGroup, callStats, callStatsWith } from './call-stats.ts';
import type { CallStats } from './stats-sum.ts';
import { TimeCounter, type Timeline } from './timeline.ts';

export interface ToolStats extends CallStats {
  readonly agent: string;
  readonly toolId: string;
}

function toolsOf(groups: readonly CallGroup[]): ToolStats[] {
  return groups.map(({ agent, key, ...stats }) => ({ agent: agent ?? '', toolId: key ?? '', ...stats }));
}

/** By agent and tool, the most used first. */
export function toolStats(database: Database, question: CallQuestion): ToolStats[] {
  return toolsOf(callStats(database, question, 'tool'));
}

/** With when the calls were made, in one look at them. */
export function toolStatsOverTime(
  database: Database,
  question: CallQuestion,
  buckets: number,
): { readonly tools: readonly ToolStats[]; readonly timeline: Timeline } {
  const scan = new CallScan(database, question);
  const times = new TimeCounter(database, scan);
  const groups = callStatsWith(database, scan, 'tool', (fitting) => times.visit(fitting));
  return { tools: toolsOf(groups), timeline: times.timeline(buckets) };
}
