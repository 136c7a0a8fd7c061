// Usage of `toolscope search`.

import type { Command } from '../command.ts';
import { LIMITS } from '../defaults.ts';
import { LIBRARY_OPTIONS, limitOption } from '../library-options.ts';

export const search: Command = {
  usage: '<text…> [filter] [options]',
  options: {
    limit: limitOption(LIMITS.search),
    by: {
      type: 'string',
      value: 'hit|session',
      help: 'hit: one by one, newest first (default). session: sessions ranked, each with its best hit.',
    },
    ...LIBRARY_OPTIONS,
  },
  examples: [
    { line: 'search ECONNREFUSED', does: 'a word, also inside longer words' },
    { line: `search '"permission denied" src/lib'`, does: 'a phrase and part of a path, in the same record' },
    { line: 'search foo_bar tool:Bash status:error since:7d', does: 'only in calls that match a filter' },
    { line: 'search --by session login redirect', does: 'the session where that was done, likeliest first' },
    { line: 'search "/TODO\\(\\w+\\)/" --json', does: 'a regular expression, as NDJSON' },
  ],
  notes: [
    'All texts must occur in the same record; -word must not. ASCII letters match in either case. word* matches only at\n' +
      'the start of a word. Terms such as tool: and status: apply to the call a hit belongs to; text outside calls can\n' +
      'match only terms about sessions and times, such as project: and since:.',
    'By session, prompts and answers come before what tools were given and gave, and that before texts which agents put in;\n' +
      'words that are in one record before words in different records of a session; of equals the newest.',
  ],
  run: async (invocation) => (await import('../actions/search.ts')).searchLibrary(invocation),
};
