// Owns how `toolscope search` is called: any text in any log, newest first.

import type { Command } from '../command.ts';
import { LIBRARY_OPTIONS, limitOption } from '../library-options.ts';

export const USUAL = 20;

export const search: Command = {
  usage: '<text…> [filter] [options]',
  options: { limit: limitOption(USUAL), ...LIBRARY_OPTIONS },
  examples: [
    { line: 'search ECONNREFUSED', does: 'a word, also inside longer ones' },
    { line: `search '"permission denied" src/lib'`, does: 'a phrase and a piece of a path, in one record' },
    { line: 'search foo_bar tool:Bash status:error since:7d', does: 'only in calls that fit a filter' },
    { line: 'search "/TODO\\(\\w+\\)/" --json', does: 'a regular expression, as NDJSON' },
  ],
  notes: [
    'All texts must stand in one record; -word must not. ASCII letters match in either case. word* matches only where a\n' +
      'word starts. Words like tool: and status: are asked of the call a hit is in; what was said outside of calls fits\n' +
      'only words about sessions and times, such as project: and since:.',
  ],
  run: async (invocation) => (await import('../actions/search.ts')).searchLibrary(invocation),
};
