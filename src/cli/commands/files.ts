// Owns how `toolscope files` is called: the files agents read and changed, the one touched last first.

import type { Command } from '../command.ts';
import { LIBRARY_OPTIONS, limitOption } from '../library-options.ts';

export const USUAL = 50;

export const files: Command = {
  usage: '[filter] [options]',
  options: {
    session: {
      type: 'string',
      short: 's',
      value: 'id',
      help: 'Only what one session touched; the beginning of its id.',
    },
    ...LIBRARY_OPTIONS,
    limit: limitOption(USUAL),
  },
  examples: [
    { line: 'files', does: `the last ${USUAL} files that were touched` },
    { line: 'files --session 4f1c', does: 'the files of one session' },
    { line: "files 'file:src/** -tool:Read' since:7d", does: 'what was changed below src this week' },
    { line: 'files is:failed --limit 0 --json', does: 'every file a call failed on, as NDJSON' },
  ],
  notes: [
    'toolscope calls file:src/pear.ts tells what happened to one file, call by call.',
    'READS, EDITS and WRITES count calls that went well; FAILED counts unexpected failures, and\n' +
      'REFUSED what a person or a rule said no to. Files that shell commands touch are not known.\n' +
      'The filter language is described in docs/filter-language.md.',
  ],
  run: async (invocation) => (await import('../actions/files.ts')).listFiles(invocation),
};
