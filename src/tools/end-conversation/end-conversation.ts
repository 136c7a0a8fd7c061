// Owns the model's end of a conversation: EndConversation of Claude Code.

import { z } from 'zod';
import { clip } from '../../base/text.ts';
import { defineDialect, defineTool } from '../define.ts';
import { looseText } from '../shapes.ts';

export interface EndConversationInput {
  readonly reason: string | null;
}

export interface ConversationEnded {
  readonly kind: 'ended';
  readonly note: string;
}

const claudeCode = defineDialect<EndConversationInput, ConversationEnded>({
  agent: 'claude-code',
  names: ['EndConversation'],
  input: z
    .object({ reason: looseText, message: looseText })
    .transform((raw): EndConversationInput => ({ reason: raw.reason ?? raw.message ?? null })),
  structured: [
    {
      kind: 'ended',
      schema: z
        .union([z.string(), z.object({ message: looseText }).transform((raw) => raw.message ?? '')])
        .transform((note): ConversationEnded => ({ kind: 'ended', note })),
    },
  ],
  text: [{ kind: 'ended', read: (note) => ({ kind: 'ended', note }) }],
});

export const endConversation = defineTool<EndConversationInput, ConversationEnded>({
  id: 'end-conversation',
  title: 'End conversation',
  family: 'session',
  dialects: [claudeCode],
  failures: [],
  facts: () => ({}),
  summary: ({ input }) => (input?.reason == null ? 'end the conversation' : clip(input.reason, 120)),
});
