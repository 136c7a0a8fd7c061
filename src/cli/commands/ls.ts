// Usage of `toolscope ls`.

import type { Command } from '../command.ts';
import { LIMITS } from '../defaults.ts';
import { LIBRARY_OPTIONS, limitOption } from '../library-options.ts';

export const ls: Command = {
  usage: '[filter] [options]',
  options: {
    ...LIBRARY_OPTIONS,
    limit: limitOption(LIMITS.ls),
    hidden: { type: 'boolean', help: 'Also sessions that were hidden with toolscope mark.' },
    long: { type: 'boolean', help: 'Also how each ended, its active time and its cost.' },
  },
  examples: [
    { line: 'ls', does: `the last ${LIMITS.ls} sessions` },
    { line: 'ls --limit 0 --json', does: 'all of them, as NDJSON' },
    { line: 'ls --long', does: 'with how each ended, its active time, and what it cost (~ is an estimate)' },
    { line: 'ls project:orchard since:7d', does: 'sessions with calls that match a filter' },
  ],
  notes: [
    'Sessions pinned with toolscope mark (★) come first, and those that it named have that name as their title.',
    'STATE is what a session is doing, according to its hooks or else its log: working, waiting for permission or for an\n' +
      'answer, idle; --json says by which rule and line. FAILED counts unexpected failures, MASKED calls that\n' +
      'succeeded and hide a failure. DELETED IN is when the agent\n' +
      'will delete the log, according to its settings, or "gone" if it has. What was indexed stays readable in the\n' +
      'archive; see toolscope index --help.',
  ],
  run: async (invocation) => (await import('../actions/ls.ts')).listSessions(invocation),
};
