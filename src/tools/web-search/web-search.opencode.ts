// How OpenCode searches the web and code on it: a question, and a text that answers it.

import { defineDialect } from '../define.ts';
import { answerText, oneQuestion } from './one-question.ts';
import type { SearchInput, SearchResult } from './web-search.ts';

export const openCode = defineDialect<SearchInput, SearchResult>({
  agent: 'opencode',
  names: ['websearch', 'codesearch'],
  input: oneQuestion,
  structured: [],
  text: [answerText()],
});
