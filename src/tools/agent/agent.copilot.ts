// How Copilot starts agents: `task`, whose answer is the report, or the name of one that goes on in the background.

import { defineDialect } from '../define.ts';
import * as shape from '../shape.ts';
import { looseText } from '../shapes.ts';
import { type AgentCompleted, type AgentInput, type AgentLaunched, type AgentResult, NO_INPUT } from './result.ts';

const LAUNCHED = /^Agent started in background with agent_id: (\S{1,200}?)\.?(?:\s|$)/;

function readLaunched(content: string): AgentLaunched | undefined {
  const name = LAUNCHED.exec(content.slice(0, 400))?.[1];
  return name === undefined ? undefined : { kind: 'launched', agentId: name, name, model: null, outputPath: null };
}

function readReport(report: string, { input }: { readonly input: AgentInput | null }): AgentCompleted {
  return {
    kind: 'completed',
    status: 'completed',
    agentId: null,
    agentType: input?.agentType ?? null,
    model: input?.model ?? null,
    models: [],
    report,
    tokens: null,
    durationMs: null,
    toolCalls: null,
    usage: null,
    toolsUsed: [],
    stats: null,
    worktree: null,
  };
}

export const copilot = defineDialect<AgentInput, AgentResult>({
  agent: 'copilot',
  names: ['task'],
  input: shape
    .object({
      description: looseText,
      prompt: looseText,
      agent_type: looseText,
      model: looseText,
      mode: looseText,
      name: looseText,
    })
    .transform(
      (raw): AgentInput => ({
        ...NO_INPUT,
        description: raw.description ?? null,
        prompt: raw.prompt ?? null,
        agentType: raw.agent_type ?? null,
        model: raw.model ?? null,
        background: raw.mode === undefined ? null : raw.mode === 'background',
        name: raw.name ?? null,
      }),
    ),
  structured: [],
  text: [
    { kind: 'launched', read: readLaunched },
    { kind: 'completed', read: readReport },
  ],
});
