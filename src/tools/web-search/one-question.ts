// A search with one question, answered by a text: the same in several agents.

import * as shape from '../shape.ts';
import { text } from '../shapes.ts';
import { results } from './search-results.ts';
import type { SearchInput, SearchResult } from './web-search.ts';

export const oneQuestion = shape.object({ query: text }).transform(
  (raw): SearchInput => ({
    action: 'search',
    queries: [raw.query],
    url: null,
    pattern: null,
    allowedDomains: [],
    blockedDomains: [],
  }),
);

/** `said`: extracts the answer from the text. */
export function answerText(said: (content: string) => string = (content) => content) {
  return {
    kind: 'results' as const,
    read: (content: string, { input }: { readonly input: SearchInput | null }): SearchResult | undefined =>
      results(input?.queries[0] ?? null, [{ type: 'text', text: said(content) }]),
  };
}
