// How OpenCode fetches pages: the page itself, as text, Markdown or HTML.

import { utf8Bytes } from '../../base/text.ts';
import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { text } from '../shapes.ts';
import type { FetchInput, FetchResult } from './web-fetch.ts';

export const openCode = defineDialect<FetchInput, FetchResult>({
  agent: 'opencode',
  names: ['webfetch'],
  input: shape.object({ url: text }).transform((raw): FetchInput => ({ url: raw.url, prompt: null })),
  structured: [],
  text: [
    {
      kind: 'page',
      read: (content, { input }) => ({
        kind: 'page',
        url: input?.url ?? null,
        status: null,
        bytes: utf8Bytes(content),
        durationMs: null,
        text: content,
      }),
    },
  ],
});
