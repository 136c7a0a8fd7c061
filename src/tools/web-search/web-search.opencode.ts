// How OpenCode searches the web and code on it: a question, and a text that answers it.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { text } from '../shapes.ts';
import { results } from './search-results.ts';
import type { SearchInput, SearchResult } from './web-search.ts';

export const openCode = defineDialect<SearchInput, SearchResult>({
  agent: 'opencode',
  names: ['websearch', 'codesearch'],
  input: shape.object({ query: text }).transform(
    (raw): SearchInput => ({
      action: 'search',
      queries: [raw.query],
      url: null,
      pattern: null,
      allowedDomains: [],
      blockedDomains: [],
    }),
  ),
  structured: [],
  text: [
    {
      kind: 'results',
      read: (content, { input }) => results(input?.queries[0] ?? null, [{ type: 'text', text: content }]),
    },
  ],
});
