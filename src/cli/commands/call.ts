// Usage of `toolscope call`.

import type { Command } from '../command.ts';
import { LIBRARY_OPTIONS, sessionOption } from '../library-options.ts';

export const call: Command = {
  usage: '<id> [options]',
  options: {
    raw: { type: 'boolean', help: 'Print only the raw records, as the log has them.' },
    full: { type: 'boolean', help: 'Print whole inputs and outputs, not only their first and last lines.' },
    session: sessionOption('Look in this session'),
    occurrence: { type: 'string', value: 'n', help: 'Which of several calls with the same id in one session.' },
    ...LIBRARY_OPTIONS,
  },
  examples: [
    { line: 'call toolu_01Ab', does: 'the call whose id begins with toolu_01Ab' },
    { line: 'call toolu_01Ab --raw | jq .', does: 'the records it was read from' },
    { line: 'call call_7 --session 4f1c --json', does: 'one object with everything, bodies included' },
  ],
  notes: [
    'Each stage of a call is observed (a record says so), inferred (it follows from other records)\n' +
      'or missing (it should be there, or cannot be known). – means that there was no such stage.',
  ],
  run: async (invocation) => (await import('../actions/call.ts')).showCall(invocation),
};
