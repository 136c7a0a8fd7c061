// Owns every tool nobody has defined: input and result kept faithfully, with the best summary that can be had blindly.

import { z } from 'zod';
import { defineTool } from '../define.ts';
import { tellingText } from '../telling-text.ts';

export type GenericResult =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string };

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
