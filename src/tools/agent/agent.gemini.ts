// How Gemini CLI and Qwen Code start agents: invoke_agent, agent and task, whose result is the agent's report.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseText } from '../shapes.ts';
import { type AgentCompleted, type AgentInput, type AgentResult, NO_INPUT } from './result.ts';

function readReport(content: string): AgentCompleted {
  return {
    kind: 'completed',
    status: 'completed',
    agentId: null,
    agentType: null,
    model: null,
    models: [],
    report: content,
    tokens: null,
    durationMs: null,
    toolCalls: null,
    usage: null,
    toolsUsed: [],
    stats: null,
    worktree: null,
  };
}

export const gemini = defineDialect<AgentInput, AgentResult>({
  agent: 'gemini',
  lends: false,
  names: ['invoke_agent'],
  input: shape
    .object({
      description: looseText,
      prompt: looseText,
      objective: looseText,
      subagent_type: looseText,
      agent_name: looseText,
      model: looseText,
    })
    .transform(
      (raw): AgentInput => ({
        ...NO_INPUT,
        description: raw.description ?? null,
        prompt: raw.prompt ?? raw.objective ?? null,
        agentType: raw.subagent_type ?? raw.agent_name ?? null,
        model: raw.model ?? null,
      }),
    ),
  structured: [],
  text: [{ kind: 'completed', read: (content) => readReport(content) }],
});

export const qwen = defineDialect<AgentInput, AgentResult>({ ...gemini, agent: 'qwen', names: ['agent', 'task'] });
