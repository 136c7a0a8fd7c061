// How Kimi fetches pages: `FetchURL`, whose answer is the text of the page.

import { defineDialect } from '../define.ts';
import { openCode } from './web-fetch.opencode.ts';
import type { FetchInput, FetchResult } from './web-fetch.ts';

export const kimi = defineDialect<FetchInput, FetchResult>({ ...openCode, agent: 'kimi', names: ['FetchURL'] });

export const kimiCode = defineDialect<FetchInput, FetchResult>({ ...kimi, agent: 'kimi-code', names: ['FetchURL'] });
