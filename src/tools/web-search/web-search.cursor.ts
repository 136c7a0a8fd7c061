// How Cursor searches the web. The results are not in its transcripts.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { text } from '../shapes.ts';
import type { SearchInput, SearchResult } from './web-search.ts';

export const cursor = defineDialect<SearchInput, SearchResult>({
  agent: 'cursor',
  names: ['WebSearch', 'web_search'],
  input: shape.object({ search_term: text }).transform(
    (raw): SearchInput => ({
      action: 'search',
      queries: [raw.search_term],
      url: null,
      pattern: null,
      allowedDomains: [],
      blockedDomains: [],
    }),
  ),
  structured: [],
  text: [],
});
