// How OpenCode starts agents: task, whose agent is a session of its own.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseText, text } from '../shapes.ts';
import { type AgentCompleted, type AgentInput, type AgentLaunched, type AgentResult, NO_INPUT } from './result.ts';

const metadata = shape.object({
  sessionId: text,
  background: looseFlag,
  model: shape.object({ modelID: looseText }).optional().catch(undefined),
});

const launched = metadata
  .refine((raw) => raw.background === true)
  .transform(
    (raw): AgentLaunched => ({
      kind: 'launched',
      agentId: raw.sessionId,
      name: null,
      model: raw.model?.modelID ?? null,
      outputPath: null,
    }),
  );

const OPEN = '<task_result>';
const CLOSE = '</task_result>';
const ID = /^(?:task_id: |<task id=")(ses_\w{1,80})/;

/** The report is between tags; early versions wrote only the report. */
function reportIn(content: string): string {
  const open = content.indexOf(OPEN);
  if (open === -1) return content;
  const close = content.lastIndexOf(CLOSE);
  return content.slice(open + OPEN.length, close > open ? close : content.length).trim();
}

function readReport(content: string): AgentCompleted {
  return {
    kind: 'completed',
    status: 'completed',
    agentId: ID.exec(content)?.[1] ?? null,
    agentType: null,
    model: null,
    models: [],
    report: reportIn(content),
    tokens: null,
    durationMs: null,
    toolCalls: null,
    usage: null,
    toolsUsed: [],
    stats: null,
    worktree: null,
  };
}

export const openCode = defineDialect<AgentInput, AgentResult>({
  agent: 'opencode',
  names: ['task'],
  input: shape
    .object({ description: looseText, prompt: looseText, subagent_type: looseText, task_id: looseText })
    .transform(
      (raw): AgentInput => ({
        ...NO_INPUT,
        description: raw.description ?? null,
        prompt: raw.prompt ?? null,
        agentType: raw.subagent_type ?? null,
        resumes: raw.task_id ?? null,
      }),
    ),
  structured: [{ kind: 'launched', schema: launched }],
  text: [{ kind: 'completed', read: (content) => readReport(content) }],
});
