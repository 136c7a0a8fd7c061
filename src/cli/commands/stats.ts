// Usage of `toolscope stats`.

import type { Command } from '../command.ts';
import { LIMITS, STATS_BY } from '../defaults.ts';
import { LIBRARY_OPTIONS, limitOption } from '../library-options.ts';

export const stats: Command = {
  usage: '[filter] [options]',
  options: {
    by: {
      type: 'string',
      value: STATS_BY.join('|'),
      help: 'What each row stands for (default tool).',
    },
    ...LIBRARY_OPTIONS,
    limit: limitOption(LIMITS.stats),
  },
  examples: [
    { line: 'stats', does: 'every tool, the most used first' },
    { line: 'stats since:7d project:orchard', does: 'one project, over the last 7 days' },
    { line: 'stats --by day is:failed', does: 'failures per day' },
    { line: 'stats --by name tool:mcp', does: 'every tool of MCP servers by itself' },
    { line: 'stats --by hook', does: 'the time hooks took, what they stopped, and how often they broke' },
    { line: 'stats --by permission tool:Bash', does: 'who or what allowed or denied commands' },
    { line: 'stats --json --limit 0', does: 'all of it, as NDJSON' },
  ],
  notes: [
    'FAILED leaves out refusals and EXPECTED failures, which are really answers (a search without hits). % OF ENDED is FAILED\n' +
      'as a share of the calls that ended by themselves: worked or failed, expected or not. ≤ marks durations of\n' +
      'which some are only upper bounds; KNOWN BY says where they come from.',
    '--by hook counts runs: STOPPED is how many stopped a call or the agent, BROKE how many failed while the call went on.\n' +
      'With a filter, only hooks that ran for a matching call count. --by permission counts decisions on record.\n' +
      '--by background lists calls that only started something, and how their end was learned.',
  ],
  run: async (invocation) => (await import('../actions/stats.ts')).countCalls(invocation),
};
