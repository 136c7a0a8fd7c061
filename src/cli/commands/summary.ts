// Usage of `toolscope summary`.

import type { Command } from '../command.ts';
import { LIBRARY_OPTIONS } from '../library-options.ts';

export const summary: Command = {
  usage: '<session> [options]',
  options: { ...LIBRARY_OPTIONS },
  examples: [
    { line: 'summary 4f1c', does: 'the session whose id begins with 4f1c' },
    { line: 'summary 4f1c --json', does: 'everything, with the calls and lines behind it, as JSON' },
  ],
  notes: [
    'How it ended, what it changed, which checks ran last, what failed and was not fixed, what a person had to do, where the\n' +
      'time went, what it cost. ≤ marks an upper bound: a log without hooks cannot separate running from waiting for permission\n' +
      'before it. Costs are the log’s own where it has them, else estimates; see docs/insights.md.',
  ],
  run: async (invocation) => (await import('../actions/summary.ts')).summarise(invocation),
};
