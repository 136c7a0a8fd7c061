// A subagent's report to its parent: SubagentHandback of Claude Code. It ends the subagent's turn.

import { clip, firstLine, utf8Bytes } from '../../base/text.ts';
import { defineDialect, defineTool } from '../define.ts';
import * as shape from '../shape.ts';
import { looseText } from '../shapes.ts';

export interface SubagentHandbackInput {
  readonly message: string | null;
  readonly summary: string | null;
}

export interface HandedBack {
  readonly kind: 'handed-back';
  /** The message to the subagent. */
  readonly note: string;
}

const claudeCode = defineDialect<SubagentHandbackInput, HandedBack>({
  agent: 'claude-code',
  names: ['SubagentHandback'],
  input: shape.object({ message: looseText, report: looseText, result: looseText, summary: looseText }).transform(
    (raw): SubagentHandbackInput => ({
      message: raw.message ?? raw.report ?? raw.result ?? null,
      summary: raw.summary ?? null,
    }),
  ),
  structured: [
    {
      kind: 'handed-back',
      schema: shape
        .union([
          shape.string(),
          shape
            .object({ message: looseText, success: shape.boolean().optional().catch(undefined) })
            .transform((raw) => raw.message ?? ''),
        ])
        .transform((note): HandedBack => ({ kind: 'handed-back', note })),
    },
  ],
  text: [{ kind: 'handed-back', read: (note) => ({ kind: 'handed-back', note }) }],
});

export const subagentHandback = defineTool<SubagentHandbackInput, HandedBack>({
  id: 'subagent-handback',
  title: 'Hand back',
  family: 'agents',
  dialects: [claudeCode],
  failures: [],
  facts: ({ input }) => (input?.message == null ? {} : { bytes: utf8Bytes(input.message) }),
  summary: ({ input }) => input?.summary ?? clip(firstLine(input?.message ?? ''), 120),
});
