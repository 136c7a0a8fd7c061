// Owns the question "how do the tools fare?": calls, unexpected failures, durations and how they are known, sizes.

import type { Database } from '../database.ts';
import { callStats } from './call-stats.ts';
import type { CallQuestion } from './find-calls.ts';
import type { CallStats } from './stats-sum.ts';

export interface ToolStats extends CallStats {
  readonly agent: string;
  readonly toolId: string;
}

/** By agent and tool, the most used first. */
export function toolStats(database: Database, question: CallQuestion): ToolStats[] {
  return callStats(database, question, 'tool').map(({ agent, key, ...stats }) => ({
    agent: agent ?? '',
    toolId: key ?? '',
    ...stats,
  }));
}
