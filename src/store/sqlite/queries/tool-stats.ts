// Answers "how do the tools fare?": calls, unexpected failures, durations and how they are known, sizes.

import type { Database } from '../../../sqlite/database.ts';
import type { CallQuestion } from '../../questions/call-question.ts';
import type { CallGroup, Timeline, ToolStats } from '../../questions/stats.ts';
import { CallScan } from './call-scan.ts';
import { callStats, callStatsWith } from './call-stats.ts';
import { TimeCounter } from './timeline.ts';

function toolsOf(groups: readonly CallGroup[]): ToolStats[] {
  return groups.map(({ agent, key, ...stats }) => ({ agent: agent ?? '', toolId: key ?? '', ...stats }));
}

/** By agent and tool, the most used first. */
export function toolStats(database: Database, question: CallQuestion): ToolStats[] {
  return toolsOf(callStats(database, question, 'tool'));
}

/** With the times of the calls, in one scan. */
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
