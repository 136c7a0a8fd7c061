// Owns how `toolscope ls` is called: the sessions, newest first.

import type { Command } from '../command.ts';
import { LIBRARY_OPTIONS, limitOption } from '../library-options.ts';

export const USUAL = 30;

export const ls: Command = {
  usage: '[filter] [options]',
  options: { ...LIBRARY_OPTIONS, limit: limitOption(USUAL) },
  examples: [
    { line: 'ls', does: `the last ${USUAL} sessions` },
    { line: 'ls --limit 0 --json', does: 'all of them, as NDJSON' },
    { line: 'ls project:orchard since:7d', does: 'sessions with calls that fit a filter' },
  ],
  notes: [
    '● marks a session that may still go on. FAILED counts unexpected failures. DELETED IN: when the agent deletes the log,\n' +
      'by its settings; "gone" when it has. What was indexed stays readable in the archive, see toolscope index --help.',
  ],
  run: async (invocation) => (await import('../actions/ls.ts')).listSessions(invocation),
};
