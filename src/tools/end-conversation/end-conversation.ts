// Ending a conversation by the model: EndConversation of Claude Code.

import { clip } from '../../base/text.ts';
import { defineDialect, defineTool } from '../define.ts';
import * as shape from '../shape.ts';
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
  input: shape
    .object({ reason: looseText, message: looseText })
    .transform((raw): EndConversationInput => ({ reason: raw.reason ?? raw.message ?? null })),
  structured: [
    {
      kind: 'ended',
      schema: shape
        .union([shape.string(), shape.object({ message: looseText }).transform((raw) => raw.message ?? '')])
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
