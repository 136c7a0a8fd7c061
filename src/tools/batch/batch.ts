// Several calls of other tools in one: Batch of Claude Code 0.2.x. The inner calls are shown as calls of their own.

import { plural } from '../../base/units.ts';
import { defineDialect, defineTool } from '../define.ts';
import * as shape from '../shape.ts';
import { looseText } from '../shapes.ts';

export interface BatchInput {
  readonly description: string | null;
  /** Names of the tools, one for each call. */
  readonly tools: readonly string[];
}

export interface BatchResult {
  readonly kind: 'note';
  /** The whole text, if the answers cannot be separated. */
  readonly text: string;
}

const invocation = shape.object({ tool_name: looseText, name: looseText });

const claudeCode = defineDialect<BatchInput, BatchResult>({
  agent: 'claude-code',
  names: ['Batch', 'BatchTool'],
  input: shape.object({ description: looseText, invocations: shape.array(invocation) }).transform(
    (raw): BatchInput => ({
      description: raw.description ?? null,
      tools: raw.invocations.map((one) => one.tool_name ?? one.name ?? '?'),
    }),
  ),
  structured: [],
  text: [{ kind: 'note', read: (text) => ({ kind: 'note', text }) }],
});

export const batch = defineTool<BatchInput, BatchResult>({
  id: 'batch',
  title: 'Batch',
  family: 'other',
  dialects: [claudeCode],
  failures: [],
  facts: ({ input }) => (input === null ? {} : { toolCalls: input.tools.length }),
  summary: ({ input }) => {
    if (input === null) return '';
    const counted = plural(input.tools.length, 'call');
    return input.description === null ? `${counted}: ${input.tools.join(', ')}` : `${input.description} (${counted})`;
  },
  target: (input) => input.description,
});
