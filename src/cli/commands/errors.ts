// Usage of `toolscope errors`.

import type { Command } from '../command.ts';
import { LIMITS } from '../defaults.ts';
import { LIBRARY_OPTIONS, limitOption } from '../library-options.ts';

export const errors: Command = {
  usage: '[filter] [options]',
  options: {
    ...LIBRARY_OPTIONS,
    limit: limitOption(LIMITS.errors),
    expected: { type: 'boolean', help: 'Include failures that are really answers, such as a search without hits.' },
    masked: { type: 'boolean', help: 'Include failures that a success hides, such as failing tests behind `| tail`.' },
  },
  examples: [
    { line: 'errors', does: 'unexpected failures, the most frequent first' },
    { line: 'errors tool:Bash since:30d', does: 'failures of one tool in the last 30 days' },
    { line: 'errors --expected --json', does: 'include expected failures, as NDJSON' },
    { line: 'errors --masked', does: 'include failures inside calls that succeeded' },
  ],
  notes: [
    'A failure counts as recovered when a later call of the same tool, about the same thing, worked, or when the same\n' +
      'program with the same subcommand worked within the next five calls of the tool. AFTER is the median number of calls\n' +
      'that took. "(masked)" marks classes of calls that succeeded although something in them failed.',
  ],
  run: async (invocation) => (await import('../actions/errors.ts')).countErrors(invocation),
};
