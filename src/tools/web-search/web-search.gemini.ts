// How Gemini CLI and Qwen Code search the web: a question, and a text that answers it with its sources.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { text } from '../shapes.ts';
import { results } from './search-results.ts';
import type { SearchInput, SearchResult } from './web-search.ts';

export const gemini = defineDialect<SearchInput, SearchResult>({
  agent: 'gemini',
  lends: false,
  names: ['google_web_search'],
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

export const qwen = defineDialect<SearchInput, SearchResult>({ ...gemini, agent: 'qwen', names: ['web_search'] });
