// Owns every tool nobody has defined: input and result kept faithfully, with the best summary that can be had blindly.

import { z } from 'zod';
import { isObject } from '../../base/json.ts';
import { defineTool } from '../define.ts';

type GenericResult =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string };

const TELLING = [
  'description',
  'title',
  'summary',
  'name',
  'query',
  'path',
  'file_path',
  'url',
  'command',
  'message',
  'prompt',
  'id',
];

/** The most telling string of an input: a well-known key first, then the first string there is. */
export function tellingText(input: unknown): string {
  if (typeof input === 'string') return input;
  if (!isObject(input)) return '';
  for (const key of TELLING) {
    const value = Object.hasOwn(input, key) ? input[key] : undefined;
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  for (const value of Object.values(input)) if (typeof value === 'string' && value.trim() !== '') return value;
  return '';
}

export const generic = defineTool<unknown, GenericResult>({
  id: 'generic',
  title: 'Other tool',
  family: 'other',
  dialects: [
    {
      agent: '*',
      names: [],
      input: z.unknown(),
      structured: [
        {
          kind: 'value',
          schema: z
            .unknown()
            .refine((value) => typeof value === 'object' && value !== null)
            .transform((value): GenericResult => ({ kind: 'value', value })),
        },
      ],
      text: [{ kind: 'text', read: (text) => ({ kind: 'text', text }) }],
    },
  ],
  failures: [],
  facts: () => ({}),
  summary: ({ input }) => tellingText(input),
});
