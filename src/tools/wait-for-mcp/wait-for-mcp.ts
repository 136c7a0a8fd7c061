// Waiting until MCP servers are ready: WaitForMcpServers of Claude Code, whose format is not published.

import { firstLine } from '../../base/text.ts';
import { defineDialect, defineTool } from '../define.ts';
import { guessSummary } from '../guess-summary.ts';
import * as shape from '../shape.ts';
import { looseNumber, looseTexts, orJsonText } from '../shapes.ts';

export interface WaitInput {
  readonly servers: readonly string[];
  readonly timeoutMs?: number | undefined;
}

export interface WaitValue {
  readonly kind: 'value';
  readonly value: object;
}

export interface WaitNote {
  readonly kind: 'note';
  readonly text: string;
}

export type WaitResult = WaitValue | WaitNote;

const claudeCode = defineDialect<WaitInput, WaitResult>({
  agent: 'claude-code',
  names: ['WaitForMcpServers'],
  input: shape
    .object({ servers: orJsonText(looseTexts), timeout_ms: looseNumber })
    .transform((raw): WaitInput => ({ servers: raw.servers, timeoutMs: raw.timeout_ms })),
  structured: [
    {
      kind: 'value',
      schema: shape
        .unknown()
        .transform((raw) => (typeof raw === 'object' ? raw : null))
        .refine((raw) => raw !== null)
        .transform((raw): WaitValue => ({ kind: 'value', value: raw ?? {} })),
    },
  ],
  text: [{ kind: 'note', read: (content) => ({ kind: 'note', text: content }) }],
});

export const waitForMcp = defineTool<WaitInput, WaitResult>({
  id: 'wait-for-mcp',
  title: 'Wait for MCP servers',
  family: 'mcp',
  dialects: [claudeCode],
  failures: [{ code: 'timed-out', blame: 'environment', pattern: /[Tt]imed? ?out/ }],
  facts: ({ input }) => (input?.servers[0] === undefined ? {} : { server: input.servers[0] }),
  summary: ({ input, result }) => {
    const what = `wait for ${input?.servers.join(', ') || 'MCP servers'}`;
    const told = result?.kind === 'note' ? firstLine(result.text) : guessSummary(result?.value);
    return told === '' ? what : `${what} → ${told}`;
  },
  target: (input) => input.servers.join(' '),
});
