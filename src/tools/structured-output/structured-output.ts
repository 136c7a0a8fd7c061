// StructuredOutput: a run's answer in a shape the caller requested. The payload is next to the result.

import { isObject } from '../../base/json.ts';
import { defineDialect, defineTool } from '../define.ts';
import { guessSummary } from '../guess-summary.ts';
import * as shape from '../shape.ts';

export interface OutputPayload {
  readonly kind: 'payload';
  readonly value: unknown;
}

/** Only a success message; the payload is the input. */
export interface OutputAccepted {
  readonly kind: 'accepted';
  readonly message: string;
}

export type OutputResult = OutputPayload | OutputAccepted;

const ACCEPTED = /^Structured output provided successfully/;

const claudeCode = defineDialect<unknown, OutputResult>({
  agent: 'claude-code',
  names: ['StructuredOutput'],
  input: shape.unknown(),
  structured: [
    {
      kind: 'accepted',
      schema: shape
        .string()
        .regex(ACCEPTED)
        .transform((message): OutputAccepted => ({ kind: 'accepted', message })),
    },
    {
      kind: 'payload',
      schema: shape
        .unknown()
        .refine((value) => typeof value === 'object' && value !== null)
        .transform((value): OutputPayload => ({ kind: 'payload', value })),
    },
  ],
  text: [{ kind: 'accepted', read: (message) => ({ kind: 'accepted', message }) }],
});

export const structuredOutput = defineTool<unknown, OutputResult>({
  id: 'structured-output',
  title: 'Structured output',
  family: 'agents',
  dialects: [claudeCode],
  failures: [{ code: 'schema-mismatch', blame: 'agent', pattern: /^Output does not match required schema/ }],
  facts: () => ({}),
  summary: ({ input, result }) => {
    const value = result?.kind === 'payload' ? result.value : input;
    if (!isObject(value)) return guessSummary(value);
    const keys = Object.keys(value);
    const told = guessSummary(value);
    return told === '' ? keys.slice(0, 8).join(', ') : told;
  },
  target: () => 'output',
});
