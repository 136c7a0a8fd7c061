// Usage of `toolscope calls`.

import type { Command } from '../command.ts';
import { LIMITS } from '../defaults.ts';
import { LIBRARY_OPTIONS, limitOption } from '../library-options.ts';

export const calls: Command = {
  usage: '[filter] [options]',
  options: { ...LIBRARY_OPTIONS, limit: limitOption(LIMITS.calls) },
  examples: [
    { line: 'calls', does: `the last ${LIMITS.calls} calls` },
    { line: 'calls tool:Bash is:failed since:7d', does: 'commands that failed in the last 7 days' },
    { line: 'calls session:4f1c --limit 0 --json', does: 'all calls of a session, as NDJSON' },
    { line: "calls 'file:src/** -tool:Read'", does: 'what was done to files, except reading them' },
    { line: 'calls file:src/pear.ts --limit 0', does: 'the whole history of one file' },
  ],
  notes: [
    'ID is the shortest unique beginning of the id; toolscope call accepts it. NOTES says why a call failed, or what is unusual about it.',
    'Filters are described in docs/filter-language.md. --json prints the same fields as inspect --json.',
  ],
  run: async (invocation) => (await import('../actions/calls.ts')).listCalls(invocation),
};
