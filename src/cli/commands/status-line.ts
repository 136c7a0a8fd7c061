// Usage of `toolscope status-line`.

import type { Command } from '../command.ts';
import { LIBRARY_OPTIONS } from '../library-options.ts';

const { root, 'max-line': maxLine } = LIBRARY_OPTIONS;

export const statusLine: Command = {
  usage: '[session] [options]',
  options: { root, 'max-line': maxLine },
  examples: [
    { line: 'status-line', does: 'for settings.json of Claude Code, which says on standard input what session it is' },
    { line: 'status-line 4f1c2b1e-0000-4000-8000-000000000000', does: 'a session by its whole id' },
  ],
  notes: [
    'Prints calls, failures, failures that a success hides, what the session is waiting for, and its cost; nothing when\n' +
      'the session is not known. toolscope setup puts it into the settings.',
  ],
  run: async (invocation) => (await import('../actions/status-line.ts')).showStatusLine(invocation),
};
