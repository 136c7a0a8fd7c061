// Owns how `toolscope calls` is called: tool calls that fit a filter, over all sessions, newest first.

import type { Command } from '../command.ts';
import { LIBRARY_OPTIONS, limitOption } from '../library-options.ts';

export const USUAL = 50;

export const calls: Command = {
  usage: '[filter] [options]',
  options: { ...LIBRARY_OPTIONS, limit: limitOption(USUAL) },
  examples: [
    { line: 'calls', does: `the last ${USUAL} calls` },
    { line: 'calls tool:Bash is:failed since:7d', does: 'commands that failed this week' },
    { line: 'calls session:4f1c --limit 0 --json', does: 'all calls of a session, as NDJSON' },
    { line: "calls 'file:src/** -tool:Read'", does: 'what was done to files, other than reading' },
    { line: 'calls file:src/pear.ts --limit 0', does: 'the whole history of one file' },
  ],
  notes: [
    "ID is as much of a call's id as names it alone: toolscope call takes it. NOTES tells why a call failed, and what is odd about it.",
    'The filter language is described in docs/filter-language.md. NDJSON has the fields of inspect --json.',
  ],
  run: async (invocation) => (await import('../actions/calls.ts')).listCalls(invocation),
};
