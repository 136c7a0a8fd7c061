// Entering plan mode: EnterPlanMode of Claude Code.

import { defineDialect, defineTool } from '../define.ts';
import * as shape from '../shape.ts';
import { text } from '../shapes.ts';

export interface PlanModeEntered {
  readonly kind: 'entered';
  readonly message: string;
}

const claudeCode = defineDialect<object, PlanModeEntered>({
  agent: 'claude-code',
  names: ['EnterPlanMode'],
  input: shape.looseObject({}),
  structured: [
    {
      kind: 'entered',
      schema: shape
        .object({ message: text })
        .transform((raw): PlanModeEntered => ({ kind: 'entered', message: raw.message })),
    },
  ],
  text: [{ kind: 'entered', read: (content) => ({ kind: 'entered', message: content }) }],
});

export const enterPlanMode = defineTool<object, PlanModeEntered>({
  id: 'enter-plan-mode',
  title: 'Enter plan mode',
  family: 'plan',
  awaits: 'answer',
  dialects: [claudeCode],
  failures: [
    { code: 'plan-mode-declined', blame: 'expected', pattern: /^/, statuses: ['rejected'] },
    { code: 'not-for-agents', blame: 'agent', pattern: /^EnterPlanMode tool cannot be used in agent contexts/ },
  ],
  facts: () => ({}),
  summary: ({ result }) => (result === null ? 'enter plan mode' : 'entered plan mode'),
  target: () => 'plan mode',
});
