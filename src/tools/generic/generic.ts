// Every tool without a definition: input and result unchanged, with a guessed summary.

import { asArray, asString, isObject } from '../../base/json.ts';
import { commandFacts } from '../command-facts.ts';
import { defineTool } from '../define.ts';
import { guessSummary } from '../guess-summary.ts';
import * as shape from '../shape.ts';

export type GenericResult =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string };

/** The commands of calls that are made together, as one call (`Batch` of early versions of Claude Code). */
function innerCommands(input: unknown): readonly string[] {
  const calls = isObject(input) ? (asArray(input['invocations']) ?? []) : [];
  return calls.flatMap((call) => {
    const inner = isObject(call) ? call['input'] : undefined;
    return (isObject(inner) ? asString(inner['command']) : undefined) ?? [];
  });
}

export const generic = defineTool<unknown, GenericResult>({
  id: 'generic',
  title: 'Other tool',
  family: 'other',
  dialects: [
    {
      agent: '*',
      names: [],
      input: shape.unknown(),
      structured: [
        {
          kind: 'value',
          schema: shape
            .unknown()
            .refine((value) => typeof value === 'object' && value !== null)
            .transform((value): GenericResult => ({ kind: 'value', value })),
        },
      ],
      text: [{ kind: 'text', read: (text) => ({ kind: 'text', text }) }],
    },
  ],
  failures: [],
  facts: ({ input }) => commandFacts(innerCommands(input)),
  summary: ({ input }) => guessSummary(input),
});
