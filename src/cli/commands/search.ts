// How `toolscope search` is called: any text in any log, newest first.

import type { Command } from '../command.ts';
import { LIMITS } from '../defaults.ts';
import { LIBRARY_OPTIONS, limitOption } from '../library-options.ts';

export const search: Command = {
  usage: '<text…> [filter] [options]',
  options: { limit: limitOption(LIMITS.search), ...LIBRARY_OPTIONS },
  examples: [
    { line: 'search ECONNREFUSED', does: 'a word, also inside longer words' },
    { line: `search '"permission denied" src/lib'`, does: 'a phrase and part of a path, in the same record' },
    { line: 'search foo_bar tool:Bash status:error since:7d', does: 'only in calls that match a filter' },
    { line: 'search "/TODO\\(\\w+\\)/" --json', does: 'a regular expression, as NDJSON' },
  ],
  notes: [
    'All texts must occur in the same record; -word must not. ASCII letters match in either case. word* matches only at\n' +
      'the start of a word. Terms such as tool: and status: apply to the call a hit belongs to; text outside calls can\n' +
      'match only terms about sessions and times, such as project: and since:.',
  ],
  run: async (invocation) => (await import('../actions/search.ts')).searchLibrary(invocation),
};
