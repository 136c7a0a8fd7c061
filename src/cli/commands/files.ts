// Usage of `toolscope files`.

import type { Command } from '../command.ts';
import { LIMITS } from '../defaults.ts';
import { LIBRARY_OPTIONS, limitOption, sessionOption } from '../library-options.ts';

export const files: Command = {
  usage: '[filter] [options]',
  options: {
    session: sessionOption('Only what this session touched'),
    ...LIBRARY_OPTIONS,
    limit: limitOption(LIMITS.files),
  },
  examples: [
    { line: 'files', does: `the ${LIMITS.files} most recently touched files` },
    { line: 'files --session 4f1c', does: 'the files of one session' },
    { line: "files 'file:src/** -tool:Read' since:7d", does: 'what was changed under src in the last 7 days' },
    { line: 'files is:failed --limit 0 --json', does: 'every file a call failed on, as NDJSON' },
  ],
  notes: [
    'toolscope calls file:src/pear.ts shows what happened to one file, call by call.',
    'READS, EDITS and WRITES count successful calls; FAILED counts unexpected failures, and REFUSED\n' +
      'calls that a person or a rule refused. Files touched by shell commands are not known.\n' +
      'Filters are described in docs/filter-language.md.',
  ],
  run: async (invocation) => (await import('../actions/files.ts')).listFiles(invocation),
};
