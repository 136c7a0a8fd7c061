// Usage of `toolscope show`.

import type { Command } from '../command.ts';
import { LIBRARY_OPTIONS } from '../library-options.ts';

export const show: Command = {
  usage: '<session> [options]',
  options: {
    calls: { type: 'boolean', help: 'Print only the calls, one line each.' },
    full: { type: 'boolean', help: 'Print everything: whole outputs and changes, and text added for the model.' },
    thinking: { type: 'boolean', help: 'Print all of the thinking, not only its first line.' },
    ...LIBRARY_OPTIONS,
  },
  examples: [
    { line: 'show 4f1c', does: 'the session whose id begins with 4f1c' },
    { line: 'show 4f1c --calls', does: 'only its calls' },
    { line: 'show 4f1c --full --thinking | less -R', does: 'all of it' },
    { line: 'show 4f1c --json', does: 'messages and calls in order, as NDJSON' },
  ],
  notes: [
    '❯ prompt, ● answer, ∴ thinking, ✓ ✗ ⊘ calls that worked, failed, or were refused.\n' +
      'What a subagent did is shown below the call that started it. A change that was refused\n' +
      'or failed is marked "proposed, not written", after the reason.',
  ],
  run: async (invocation) => (await import('../actions/show.ts')).showSession(invocation),
};
