// How Kimi starts agents: `Agent`, whose answer names the agent before its report.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseFlag, looseText } from '../shapes.ts';
import { type AgentCompleted, type AgentInput, type AgentResult, NO_INPUT } from './result.ts';

const ID = /^agent_id: (\S{1,200})/m;
const TYPE = /^actual_subagent_type: (\S{1,200})/m;
const HEAD_MAX = 1000;
const SUMMARY = '[summary]\n';

function readReport(content: string): AgentCompleted {
  const head = content.slice(0, HEAD_MAX);
  const at = head.indexOf(SUMMARY);
  return {
    kind: 'completed',
    status: 'completed',
    agentId: ID.exec(head)?.[1] ?? null,
    agentType: TYPE.exec(head)?.[1] ?? null,
    model: null,
    models: [],
    report: at === -1 ? content : content.slice(at + SUMMARY.length),
    tokens: null,
    durationMs: null,
    toolCalls: null,
    usage: null,
    toolsUsed: [],
    stats: null,
    worktree: null,
  };
}

export const kimi = defineDialect<AgentInput, AgentResult>({
  agent: 'kimi',
  names: ['Agent', 'Task'],
  input: shape
    .object({
      description: looseText,
      prompt: looseText,
      subagent_type: looseText,
      subagent_name: looseText,
      model: looseText,
      resume: looseText,
      run_in_background: looseFlag,
    })
    .transform(
      (raw): AgentInput => ({
        ...NO_INPUT,
        description: raw.description ?? null,
        prompt: raw.prompt ?? null,
        agentType: raw.subagent_type ?? raw.subagent_name ?? null,
        model: raw.model ?? null,
        resumes: raw.resume ?? null,
        background: raw.run_in_background ?? null,
      }),
    ),
  structured: [],
  text: [{ kind: 'completed', read: readReport }],
});

export const kimiCode = defineDialect<AgentInput, AgentResult>({ ...kimi, agent: 'kimi-code', names: ['Agent'] });
