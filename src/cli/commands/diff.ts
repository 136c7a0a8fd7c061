// Usage of `toolscope diff`.

import type { Command } from '../command.ts';
import { LIMITS } from '../defaults.ts';
import { LIBRARY_OPTIONS, limitOption } from '../library-options.ts';

export const diff: Command = {
  usage: '<session> <session> [options]',
  options: {
    all: { type: 'boolean', help: 'Show the calls that both made as well.' },
    ...LIBRARY_OPTIONS,
    limit: limitOption(LIMITS.diff),
  },
  examples: [
    { line: 'diff 4f1c 9b20', does: 'what the second session did differently' },
    { line: 'diff 4f1c 9b20 --all --limit 0', does: 'every call of both, side by side' },
    { line: 'diff 4f1c 9b20 --json', does: 'everything, with the calls behind it, as JSON' },
  ],
  notes: [
    'Prompts match by their text, calls by tool and target, with paths relative to the folder that each\n' +
      'session worked in. < marks a call that only the first session made at that point, > one that only the\n' +
      'second made, ~ one that ended differently. (elsewhere): the other session made it too, at another point.',
    'Files: what each session left behind, from before its first change to after its last. toolscope show prints the changes.',
  ],
  run: async (invocation) => (await import('../actions/diff.ts')).diffSessions(invocation),
};
