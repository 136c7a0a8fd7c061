// Usage of `toolscope tail`.

import type { Command } from '../command.ts';
import { LIMITS } from '../defaults.ts';
import { LIBRARY_OPTIONS } from '../library-options.ts';

export const tail: Command = {
  usage: '[-f] [filter] [options]',
  options: {
    follow: { type: 'boolean', short: 'f', help: 'Keep going as agents work, until Ctrl-C.' },
    notify: {
      type: 'boolean',
      help: 'With -f: notify when a session waits for you, loops, or is done.',
    },
    lines: {
      type: 'string',
      short: 'n',
      elsewhere: 'limit',
      value: 'n',
      help: `How many of the latest calls to start with (default ${LIMITS.tail}).`,
    },
    ...LIBRARY_OPTIONS,
  },
  examples: [
    { line: 'tail', does: `the last ${LIMITS.tail} calls` },
    { line: 'tail -f', does: 'every call of every agent, as it finishes' },
    { line: 'tail -f is:failed', does: 'only what goes wrong' },
    { line: 'tail -f --notify', does: 'also when a session waits for permission or an answer, loops, or is done' },
    { line: 'tail -f -n 0 --json | jq .summary', does: 'only new ones, for a program' },
  ],
  notes: [
    '--notify looks at every session, whatever the filter, every two seconds. It writes a line to standard error and, on a\n' +
      'terminal, rings the bell and sends a notification (OSC 9: iTerm2, kitty, WezTerm, Ghostty and Windows Terminal show\n' +
      'it, others ignore it). Hidden sessions are left out.',
    'A call is shown when its outcome is known, and again when the outcome changes, as when background work ends.',
    'Filters are described in docs/filter-language.md. --json prints the same fields as inspect --json.',
  ],
  run: async (invocation) => (await import('../actions/tail.ts')).tailCalls(invocation),
};
