// How `toolscope tail` is called: the latest calls of all sessions, one line each, and with -f every further one.

import type { Command } from '../command.ts';
import { LIMITS } from '../defaults.ts';
import { LIBRARY_OPTIONS } from '../library-options.ts';

export const tail: Command = {
  usage: '[-f] [filter] [options]',
  options: {
    follow: { type: 'boolean', short: 'f', help: 'Keep going as agents work, until Ctrl-C.' },
    lines: {
      type: 'string',
      short: 'n',
      value: 'n',
      help: `How many of the latest calls to start with (default ${LIMITS.tail}).`,
    },
    ...LIBRARY_OPTIONS,
  },
  examples: [
    { line: 'tail', does: `the last ${LIMITS.tail} calls` },
    { line: 'tail -f', does: 'every call of every agent, as it finishes' },
    { line: 'tail -f is:failed', does: 'only what goes wrong' },
    { line: 'tail -f -n 0 --json | jq .summary', does: 'only new ones, for a program' },
  ],
  notes: [
    'A call is shown when its outcome is known, and again when the outcome changes, as when background work ends.',
    'Filters are described in docs/filter-language.md. --json prints the same fields as inspect --json.',
  ],
  run: async (invocation) => (await import('../actions/tail.ts')).tailCalls(invocation),
};
