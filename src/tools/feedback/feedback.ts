// Feedback sent to the agent's vendor: SendFeedback of Claude Code.

import { defineDialect, defineTool } from '../define.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseText, text } from '../shapes.ts';

export interface FeedbackInput {
  readonly type: string;
  readonly title: string;
  readonly details: string;
  readonly area?: string | undefined;
  readonly failureMode?: string | undefined;
  readonly taskCategory?: string | undefined;
}

export interface FeedbackSent {
  readonly kind: 'sent';
  readonly success: boolean;
  readonly message: string;
}

const claudeCode = defineDialect<FeedbackInput, FeedbackSent>({
  agent: 'claude-code',
  names: ['SendFeedback'],
  input: shape
    .object({
      title: text,
      type: looseText,
      details: looseText,
      area: looseText,
      failure_mode: looseText,
      task_category: looseText,
    })
    .transform(
      (raw): FeedbackInput => ({
        type: raw.type ?? 'feedback',
        title: raw.title,
        details: raw.details ?? '',
        area: raw.area,
        failureMode: raw.failure_mode,
        taskCategory: raw.task_category,
      }),
    ),
  structured: [
    {
      kind: 'sent',
      schema: shape
        .object({ success: looseFlag, message: text })
        .transform((raw): FeedbackSent => ({ kind: 'sent', success: raw.success ?? true, message: raw.message })),
    },
  ],
  text: [{ kind: 'sent', read: (content) => ({ kind: 'sent', success: true, message: content }) }],
});

export const feedback = defineTool<FeedbackInput, FeedbackSent>({
  id: 'feedback',
  title: 'Feedback',
  family: 'dialogue',
  dialects: [claudeCode],
  failures: [{ code: 'feedback-declined', blame: 'expected', pattern: /^/, statuses: ['rejected'] }],
  facts: () => ({}),
  summary: ({ input, result }) => (input === null ? (result?.message ?? '') : `${input.type}: ${input.title}`),
  quietFailure: (result) =>
    result.success ? null : { code: 'feedback-not-sent', blame: 'environment', message: result.message },
});
