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
    'STATE is what a session is doing, by what hooks told or else by its log: working, waiting for permission or for an\n' +
      'answer, idle; --json says by which rule and line. FAILED counts unexpected failures. DELETED IN: when the agent\n' +
      'deletes the log, by its settings; "gone" when it has. What was indexed stays readable in the archive, see\n' +
      'toolscope index --help.',
  ],
  run: async (invocation) => (await import('../actions/ls.ts')).listSessions(invocation),
};
