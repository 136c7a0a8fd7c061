// Designs made by a service: ClaudeDesign of Claude Code, which has an error flag of its own.

import { clip, firstLine } from '../../base/text.ts';
import { type BodyBlock, blocksText, bodyBlocks, contentBlocks, countBlocks, textBlock } from '../blocks.ts';
import { defineDialect, defineTool } from '../define.ts';
import { guessSummary } from '../guess-summary.ts';
import * as shape from '../shape.ts';
import { anything, looseFlag, looseText, orJsonText, text } from '../shapes.ts';

export interface DesignInput {
  readonly operation: string;
  readonly arguments: unknown;
}

export interface DesignReply {
  readonly kind: 'reply';
  readonly operation: string | null;
  readonly blocks: readonly BodyBlock[];
  readonly isError: boolean;
}

const structuredReply = shape
  .object({ content: shape.union([shape.array(anything), text]), operation: looseText, isError: looseFlag })
  .transform(
    (raw): DesignReply => ({
      kind: 'reply',
      operation: raw.operation ?? null,
      blocks: bodyBlocks(raw.content, '/content'),
      isError: raw.isError ?? false,
    }),
  );

const claudeCode = defineDialect<DesignInput, DesignReply>({
  agent: 'claude-code',
  names: ['ClaudeDesign'],
  input: shape
    .object({ operation: text, arguments: orJsonText(anything).optional() })
    .transform((raw): DesignInput => ({ operation: raw.operation, arguments: raw.arguments })),
  structured: [{ kind: 'reply', schema: structuredReply }],
  text: [
    {
      kind: 'reply',
      read: (content, { input, blocks }) => ({
        kind: 'reply',
        operation: input?.operation ?? null,
        blocks: blocks.length > 0 ? contentBlocks(blocks) : [textBlock(content)],
        isError: false,
      }),
    },
  ],
});

export const claudeDesign = defineTool<DesignInput, DesignReply>({
  id: 'claude-design',
  title: 'Design',
  family: 'web',
  dialects: [claudeCode],
  failures: [{ code: 'unknown-operation', blame: 'agent', pattern: /[Uu]nknown operation/ }],
  facts: ({ result }) => {
    if (result === null) return {};
    const { images, bytes } = countBlocks(result.blocks);
    return { bytes, ...(images === 0 ? {} : { images }) };
  },
  summary: ({ input, result }) => {
    const operation = input?.operation ?? result?.operation ?? '';
    return `${operation} ${clip(guessSummary(input?.arguments), 100)}`.trim();
  },
  target: (input) => `${input.operation} ${clip(guessSummary(input.arguments), 200)}`.trim(),
  quietFailure: (result) =>
    result.isError ? { code: 'design-failed', blame: 'tool', message: firstLine(blocksText(result.blocks)) } : null,
});
