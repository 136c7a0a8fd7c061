// How Codex starts agents: spawn_agent in its two generations, and the items that record what agents did.

import { clip } from '../../base/text.ts';
import { readAgentStates } from '../agent-states.ts';
import { defineDialect, type KnownFailure } from '../define.ts';
import { jsonObjectOf } from '../json-text.ts';
import * as shape from '../shape.ts';
import { anything, looseFlag, looseId, looseText, looseTexts, orJsonText, text } from '../shapes.ts';
import { type AgentActivity, type AgentInput, type AgentLaunched, type AgentResult, NO_INPUT } from './result.ts';

/** Refusals are plain text; the log has no flag that separates them from successes. */
export const refusals: readonly KnownFailure<AgentInput, AgentResult>[] = [
  {
    code: 'spawn-invalid',
    blame: 'agent',
    pattern:
      /^(?:Full-history forked agents inherit|fork_(?:context|turns) |Provide (?:either|one of)|Items can't be empty|Empty message can't be sen)/,
  },
  {
    code: 'unknown-model',
    blame: 'agent',
    pattern: /^(?:Unknown model `|Reasoning effort `|Service tier `|unknown agent_type)/,
  },
  { code: 'depth-limit', blame: 'policy', pattern: /^Agent depth limit reached/ },
  { code: 'agent-limit', blame: 'policy', pattern: /^(?:collab spawn failed: )?agent thread limit reached/ },
  { code: 'spawn-failed', blame: 'environment', pattern: /^collab (?:spawn|tool) failed|^collab manager unavailable/ },
];

const items = shape
  .array(shape.union([shape.object({ text }), shape.unknown().transform(() => null)]))
  .transform((list) => list.flatMap((item) => (item === null ? [] : [item.text])).join('\n'))
  .optional()
  .catch(undefined);

const spawnInput = orJsonText(
  shape.object({
    task_name: looseText,
    message: looseText,
    prompt: looseText,
    items: orJsonText(items),
    agent_type: looseText,
    model: looseText,
    reasoning_effort: looseText,
    fork_turns: looseId,
    fork_context: looseFlag,
  }),
).transform(
  (raw): AgentInput => ({
    description: null,
    prompt: raw.message ?? raw.prompt ?? raw.items ?? null,
    agentType: raw.agent_type ?? null,
    model: raw.model ?? null,
    effort: raw.reasoning_effort ?? null,
    background: true,
    name: raw.task_name ?? null,
    team: null,
    isolation: null,
    resumes: null,
    maxTurns: null,
    fork: raw.fork_turns ?? (raw.fork_context === undefined ? null : raw.fork_context ? 'all' : 'none'),
  }),
);

/** The item or event itself is the input, if no call of the model has one. */
const activityInput = shape
  .object({
    prompt: looseText,
    model: looseText,
    reasoning_effort: looseText,
    tool: looseText,
    agent_path: looseText,
  })
  .transform(
    (raw): AgentInput => ({
      ...NO_INPUT,
      prompt: raw.prompt ?? null,
      model: raw.model ?? null,
      effort: raw.reasoning_effort ?? null,
      name: raw.agent_path ?? null,
    }),
  );

/** `collab_agent_spawn_end` */
const spawnEnd = shape
  .object({ new_thread_id: looseId, new_agent_nickname: looseText, model: looseText, prompt: anything })
  .refine((raw) => raw.new_thread_id !== undefined)
  .transform(
    (raw): AgentLaunched => ({
      kind: 'launched',
      agentId: raw.new_thread_id ?? null,
      name: raw.new_agent_nickname ?? null,
      model: raw.model === undefined || raw.model === '' ? null : raw.model,
      outputPath: null,
    }),
  );

/** `CollabAgentToolCall`, if it reports a start. */
const spawnItem = shape
  .object({ tool: shape.literal('spawnAgent', 'spawn_agent'), receiver_thread_ids: looseTexts, model: looseText })
  .refine((raw) => raw.receiver_thread_ids.length > 0)
  .transform(
    (raw): AgentLaunched => ({
      kind: 'launched',
      agentId: raw.receiver_thread_ids[0] ?? null,
      name: null,
      model: raw.model === undefined || raw.model === '' ? null : raw.model,
      outputPath: null,
    }),
  );

/** `sub_agent_activity` and `SubAgentActivity`, if they report a start. */
const started = shape
  .object({ agent_thread_id: text, agent_path: looseText, kind: shape.literal('started') })
  .transform(
    (raw): AgentLaunched => ({
      kind: 'launched',
      agentId: raw.agent_thread_id,
      name: raw.agent_path ?? null,
      model: null,
      outputPath: null,
    }),
  );

const activity = shape.object({ agent_thread_id: text, agent_path: looseText, kind: text }).transform(
  (raw): AgentActivity => ({
    kind: 'activity',
    what: raw.kind,
    status: null,
    agents: [{ agent: raw.agent_path ?? raw.agent_thread_id, state: null, message: null }],
  }),
);

/** `CollabAgentToolCall` */
const collaboration = shape
  .object({
    tool: text,
    status: looseText,
    receiver_thread_ids: looseTexts,
    agents_states: anything.optional(),
  })
  .transform((raw): AgentActivity => {
    const states = readAgentStates(raw.agents_states);
    const known = new Set(states.map(({ agent }) => agent));
    return {
      kind: 'activity',
      what: raw.tool,
      status: raw.status ?? null,
      agents: [
        ...states.map(({ agent, state, message }) => ({ agent, state, message })),
        ...raw.receiver_thread_ids
          .filter((agent) => !known.has(agent))
          .map((agent) => ({ agent, state: null, message: null })),
      ],
    };
  });

/** `{agent_id, nickname}`, `{task_name, nickname?}`, or `agent_id: …` in the first versions. */
function readSpawned(content: string): AgentLaunched | undefined {
  const bare = /^agent_id: (\S{1,200})\s*$/.exec(content.slice(0, 300))?.[1];
  const value = bare === undefined ? jsonObjectOf(content) : { agent_id: bare };
  const agentId = value?.['agent_id'];
  const name = value?.['task_name'] ?? value?.['nickname'];
  if (typeof agentId !== 'string' && typeof name !== 'string') return undefined;
  return {
    kind: 'launched',
    agentId: typeof agentId === 'string' ? agentId : null,
    name: typeof name === 'string' ? name : null,
    model: null,
    outputPath: null,
  };
}

export const codex = defineDialect<AgentInput, AgentResult>({
  agent: 'codex',
  names: ['spawn_agent', 'collaboration/spawn_agent', 'CollabAgentToolCall', 'SubAgentActivity'],
  pattern: /\/spawn_agent$/,
  input: (name) => (name.endsWith('spawn_agent') ? spawnInput : activityInput),
  structured: [
    { kind: 'launched', schema: spawnEnd },
    { kind: 'launched', schema: spawnItem },
    { kind: 'launched', schema: started },
    { kind: 'activity', schema: activity },
    { kind: 'activity', schema: collaboration },
  ],
  text: [
    { kind: 'launched', read: readSpawned },
    {
      kind: 'refused',
      read: (content) => (content.trim() === '' ? undefined : { kind: 'refused', message: clip(content, 400) }),
    },
  ],
});
