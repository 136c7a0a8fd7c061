// Owns how `toolscope call` is called: everything that is known about one call, down to its raw records.

import type { Command } from '../command.ts';
import { LIBRARY_OPTIONS } from '../library-options.ts';

export const call: Command = {
  usage: '<id> [options]',
  options: {
    raw: { type: 'boolean', help: 'Only the raw records, as the log has them.' },
    full: { type: 'boolean', help: 'Whole bodies, not only their first and last lines.' },
    session: { type: 'string', short: 's', value: 'id', help: 'Of this session; the beginning of its id.' },
    occurrence: { type: 'string', value: 'n', help: 'Which of several calls with the same id in one session.' },
    ...LIBRARY_OPTIONS,
  },
  examples: [
    { line: 'call toolu_01Ab', does: 'the call whose id begins so' },
    { line: 'call toolu_01Ab --raw | jq .', does: 'the records it was read from' },
    { line: 'call call_7 --session 4f1c --json', does: 'one object with everything, bodies included' },
  ],
  notes: [
    'A stage of its life is observed (a record says so), inferred (it follows from others)\n' +
      'or missing (it should be there, or cannot be known); – where there was none.',
  ],
  run: async (invocation) => (await import('../actions/call.ts')).showCall(invocation),
};
