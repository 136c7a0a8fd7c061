// Owns how `toolscope stats` is called: how the tools fare, one row each.

import type { Command } from '../command.ts';
import { LIBRARY_OPTIONS, limitOption } from '../library-options.ts';

export const USUAL = 40;

export const stats: Command = {
  usage: '[filter] [options]',
  options: { ...LIBRARY_OPTIONS, limit: limitOption(USUAL) },
  examples: [
    { line: 'stats', does: 'every tool, the most used first' },
    { line: 'stats since:7d project:orchard', does: 'of one project, this week' },
    { line: 'stats --json --limit 0', does: 'all of it, as NDJSON' },
  ],
  notes: [
    'FAILED and RATE leave out failures that are answers (a search without hits) and refusals. ≤ marks durations of which\n' +
      'some are known only as upper bounds; KNOWN BY tells from what they are known.',
  ],
  run: async (invocation) => (await import('../actions/stats.ts')).countCalls(invocation),
};
