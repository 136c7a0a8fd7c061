// Owns how `toolscope stats` is called: how calls fare, by tool or by something else.

import type { Command } from '../command.ts';
import { LIBRARY_OPTIONS, limitOption } from '../library-options.ts';

export const USUAL = 40;
export const STATS_BY = ['tool', 'model', 'agent', 'project', 'day', 'hook', 'permission', 'background'] as const;

export const stats: Command = {
  usage: '[filter] [options]',
  options: {
    by: {
      type: 'string',
      value: STATS_BY.join('|'),
      help: 'What makes a row (tool).',
    },
    ...LIBRARY_OPTIONS,
    limit: limitOption(USUAL),
  },
  examples: [
    { line: 'stats', does: 'every tool, the most used first' },
    { line: 'stats since:7d project:orchard', does: 'of one project, this week' },
    { line: 'stats --by day is:failed', does: 'failures of each day' },
    { line: 'stats --by hook', does: 'what hooks cost, stopped, and how often they broke' },
    { line: 'stats --by permission tool:Bash', does: 'who or what allowed or denied commands' },
    { line: 'stats --json --limit 0', does: 'all of it, as NDJSON' },
  ],
  notes: [
    'FAILED and RATE leave out failures that are answers (a search without hits) and refusals. ≤ marks durations of which\n' +
      'some are known only as upper bounds; KNOWN BY tells from what they are known.',
    '--by hook counts runs: STOPPED a call or the agent, BROKE and the call went on without it. With a filter, only hooks\n' +
      'that ran for a call that fits. --by permission counts decisions that are on record. --by background lists calls that\n' +
      'only started something, and how their end was learned.',
  ],
  run: async (invocation) => (await import('../actions/stats.ts')).countCalls(invocation),
};
