// How Gemini CLI and Qwen Code search the web: a question, and a text that answers it with its sources.

import { defineDialect } from '../define.ts';
import { answerText, oneQuestion } from './one-question.ts';
import type { SearchInput, SearchResult } from './web-search.ts';

export const gemini = defineDialect<SearchInput, SearchResult>({
  agent: 'gemini',
  lends: false,
  names: ['google_web_search'],
  input: oneQuestion,
  structured: [],
  text: [answerText()],
});

export const qwen = defineDialect<SearchInput, SearchResult>({ ...gemini, agent: 'qwen', names: ['web_search'] });
