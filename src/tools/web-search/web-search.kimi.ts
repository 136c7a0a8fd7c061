// How Kimi searches the web: a question, and a text that answers it.

import { defineDialect } from '../define.ts';
import { openCode } from './web-search.opencode.ts';
import type { SearchInput, SearchResult } from './web-search.ts';

export const kimi = defineDialect<SearchInput, SearchResult>({ ...openCode, agent: 'kimi', names: ['SearchWeb'] });

export const kimiCode = defineDialect<SearchInput, SearchResult>({ ...kimi, agent: 'kimi-code', names: ['WebSearch'] });
