// Listing agents: ListAgents (ListPeers) of Claude Code, list_agents of Codex.

import { asObject } from '../../base/json.ts';
import { plural } from '../../base/units.ts';
import { readAgentState } from '../agent-states.ts';
import { defineDialect, defineTool } from '../define.ts';
import { jsonObjectOf } from '../json-text.ts';
import { fitted } from '../parse-shape.ts';
import * as shape from '../shape.ts';
import { anything, looseText, orJsonText } from '../shapes.ts';

export interface ListAgentsInput {
  readonly prefix?: string | undefined;
}

export interface ListedAgent {
  readonly agent: string;
  readonly state: string | null;
  readonly type: string | null;
  /** The last message it got, or sent. */
  readonly message: string | null;
}

export interface AgentList {
  readonly kind: 'agents';
  readonly agents: readonly ListedAgent[];
}

export interface AgentListText {
  readonly kind: 'text';
  readonly text: string;
}

export type ListAgentsResult = AgentList | AgentListText;

/** The first of the keys that holds a text. */
function pick(value: Readonly<Record<string, unknown>>, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const found = value[key];
    if (typeof found === 'string' && found !== '') return found;
  }
  return null;
}

function listed(raw: unknown): ListedAgent | undefined {
  if (typeof raw === 'string') return { agent: raw, state: null, type: null, message: null };
  const value = asObject(raw);
  if (value === undefined) return undefined;
  const agent = pick(value, 'agent_name', 'name', 'agentId', 'agent_id', 'id', 'session_id', 'sessionId');
  if (agent === null) return undefined;
  const state = readAgentState(agent, value['agent_status'] ?? value['status'] ?? value['state']);
  return {
    agent,
    state: state?.state ?? null,
    type: pick(value, 'agent_type', 'agentType', 'type', 'kind'),
    message: state?.message ?? pick(value, 'last_task_message', 'description', 'summary', 'title'),
  };
}

const list = shape
  .union([
    shape.array(anything),
    shape.object({ agents: shape.array(anything) }).transform(({ agents }) => agents),
    shape.object({ peers: shape.array(anything) }).transform(({ peers }) => peers),
  ])
  .transform(
    (members): AgentList => ({
      kind: 'agents',
      agents: members.map(listed).filter((agent): agent is ListedAgent => agent !== undefined),
    }),
  );

function readJson(content: string): AgentList | undefined {
  return fitted(list, jsonObjectOf(content));
}

const claudeCode = defineDialect<ListAgentsInput, ListAgentsResult>({
  agent: 'claude-code',
  names: ['ListAgents', 'ListPeers'],
  input: shape.object({}).transform((): ListAgentsInput => ({})),
  structured: [{ kind: 'agents', schema: list }],
  text: [
    { kind: 'agents', read: readJson },
    { kind: 'text', read: (text) => ({ kind: 'text', text }) },
  ],
});

const codex = defineDialect<ListAgentsInput, ListAgentsResult>({
  agent: 'codex',
  names: ['list_agents', 'collaboration/list_agents'],
  pattern: /\/list_agents$/,
  input: orJsonText(shape.object({ path_prefix: looseText })).transform(
    (raw): ListAgentsInput => ({ prefix: raw.path_prefix }),
  ),
  structured: [],
  text: [
    { kind: 'agents', read: readJson },
    { kind: 'text', read: (text) => ({ kind: 'text', text }) },
  ],
});

export const listAgents = defineTool<ListAgentsInput, ListAgentsResult>({
  id: 'list-agents',
  title: 'List agents',
  family: 'agents',
  dialects: [claudeCode, codex],
  failures: [],
  facts: ({ result }) => (result?.kind === 'agents' ? { matches: result.agents.length } : {}),
  summary: ({ input, result }) => {
    const of = input?.prefix === undefined ? '' : ` under ${input.prefix}`;
    if (result?.kind !== 'agents') return `agents${of}`;
    const running = result.agents.filter(({ state }) => state === 'running').length;
    return `${plural(result.agents.length, 'agent')}${of}${running === 0 ? '' : `, ${running} running`}`;
  },
});
