// How Copilot searches the web: `web_search`, whose answer is a text with its sources, as JSON.

import { asObject, asString } from '../../base/json.ts';
import { defineDialect } from '../define.ts';
import { jsonObjectOf } from '../json-text.ts';
import { answerText, oneQuestion } from './one-question.ts';
import type { SearchInput, SearchResult } from './web-search.ts';

export const copilot = defineDialect<SearchInput, SearchResult>({
  agent: 'copilot',
  names: ['web_search'],
  input: oneQuestion,
  structured: [],
  text: [answerText((content) => asString(asObject(jsonObjectOf(content)?.['text'])?.['value']) ?? content)],
});
