// How Gemini CLI and Qwen Code fetch pages: an answer to a prompt that names them.

import { utf8Bytes } from '../../base/text.ts';
import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseText } from '../shapes.ts';
import type { FetchInput, FetchResult } from './web-fetch.ts';

const ADDRESS = /https?:\/\/[^\s"'<>)\]]{1,2000}/;

export const gemini = defineDialect<FetchInput, FetchResult>({
  agent: 'gemini',
  lends: false,
  names: ['web_fetch'],
  input: shape
    .object({ url: looseText, prompt: looseText })
    .refine((raw) => (raw.url ?? raw.prompt) !== undefined, { place: 'prompt' })
    .transform(
      (raw): FetchInput => ({ url: raw.url ?? ADDRESS.exec(raw.prompt ?? '')?.[0] ?? '', prompt: raw.prompt ?? null }),
    ),
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

export const qwen = defineDialect<FetchInput, FetchResult>({ ...gemini, agent: 'qwen' });
