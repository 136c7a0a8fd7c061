// How Copilot searches the web: `web_search`, whose answer is a text with its sources, as JSON.

import { asObject, asString } from '../../base/json.ts';
import { defineDialect } from '../define.ts';
import { jsonObjectOf } from '../json-text.ts';
import * as shape from '../shape.ts';
import { text } from '../shapes.ts';
import { results } from './search-results.ts';
import type { SearchInput, SearchResult } from './web-search.ts';

export const copilot = defineDialect<SearchInput, SearchResult>({
  agent: 'copilot',
  names: ['web_search'],
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
      read: (content, { input }) => {
        const said = asObject(jsonObjectOf(content)?.['text'])?.['value'];
        return results(input?.queries[0] ?? null, [{ type: 'text', text: asString(said) ?? content }]);
      },
    },
  ],
});
