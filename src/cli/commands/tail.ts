// Owns how `toolscope tail` is called: the latest calls of all sessions, one line each, and with -f every further one.

import type { Command } from '../command.ts';
import { LIBRARY_OPTIONS } from '../library-options.ts';

export const USUAL = 20;

export const tail: Command = {
  usage: '[-f] [filter] [options]',
  options: {
    follow: { type: 'boolean', short: 'f', help: 'Go on as agents work, until Ctrl-C.' },
    lines: {
      type: 'string',
      short: 'n',
      value: 'n',
      help: `How many of the latest calls to begin with (${USUAL}).`,
    },
    ...LIBRARY_OPTIONS,
  },
  examples: [
    { line: 'tail', does: `the last ${USUAL} calls` },
    { line: 'tail -f', does: 'every call of every agent, as it comes out' },
    { line: 'tail -f is:failed', does: 'only what goes wrong' },
    { line: 'tail -f -n 0 --json | jq .summary', does: 'only new ones, for a program' },
  ],
  notes: [
    'A call is shown when it has come out, and again when its outcome changes, as background work does when it ends.',
    'The filter language is described in docs/filter-language.md. NDJSON has the fields of inspect --json.',
  ],
  run: async (invocation) => (await import('../actions/tail.ts')).tailCalls(invocation),
};
