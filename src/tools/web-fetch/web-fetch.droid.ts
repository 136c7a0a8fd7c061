// How Factory's Droid fetches pages: `FetchUrl`, whose answer is the text of the page.

import { defineDialect } from '../define.ts';
import { openCode } from './web-fetch.opencode.ts';
import type { FetchInput, FetchResult } from './web-fetch.ts';

export const droid = defineDialect<FetchInput, FetchResult>({ ...openCode, agent: 'droid', names: ['FetchUrl'] });
