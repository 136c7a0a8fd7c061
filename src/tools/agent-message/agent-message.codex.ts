// Codex: messages to existing agents: six small functions in two generations, and their end events.

import { asArray, asObject, asString } from '../../base/json.ts';
import { clip } from '../../base/text.ts';
import { type AgentState, readAgentState, readAgentStates } from '../agent-states.ts';
import { defineDialect, type KnownFailure, type TextContext } from '../define.ts';
import { jsonObjectOf } from '../json-text.ts';
import * as shape from '../shape.ts';
import { MISFIT, type Shape } from '../shape.ts';
import { anything, looseId, looseNumber, looseText, looseTexts, orJsonText, text } from '../shapes.ts';
import type {
  AgentAction,
  AgentMessageInput,
  AgentMessageResult,
  AgentMessageSent,
  AgentTouched,
  AgentWaited,
} from './agent-message.ts';

/** Refusals are plain text; the log has no flag that separates them from successes. */
export const refusals: readonly KnownFailure<AgentMessageInput, AgentMessageResult>[] = [
  {
    code: 'agent-not-found',
    blame: 'agent',
    pattern: /^(?:agent with id \S{1,200} not found|live agent path [^\n]{1,400} not found|invalid agent id )/,
  },
  { code: 'agent-closed', blame: 'expected', pattern: /^agent with id \S{1,200} is closed/ },
  {
    code: 'message-invalid',
    blame: 'agent',
    pattern:
      /^(?:Empty message can't|Follow-up tasks can't|root is not a spawned|an agent cannot|timeout_ms must|Provide (?:either|one of))/,
  },
  { code: 'collaboration-failed', blame: 'environment', pattern: /^collab (?:tool failed|manager unavailable)/ },
];

const ACTIONS = new Map<string, AgentAction>([
  ['send_input', 'send'],
  ['send_message', 'send'],
  ['followup_task', 'follow-up'],
  ['wait_agent', 'wait'],
  ['wait', 'wait'],
  ['resume_agent', 'resume'],
  ['close_agent', 'close'],
  ['interrupt_agent', 'interrupt'],
]);

function actionOf(name: string): AgentAction {
  return ACTIONS.get(name.slice(name.lastIndexOf('/') + 1)) ?? 'send';
}

function inputOf(name: string): Shape<AgentMessageInput> {
  return INPUTS.get(actionOf(name)) ?? schemaFor('send');
}

function schemaFor(action: AgentAction): Shape<AgentMessageInput> {
  return orJsonText(
    shape.object({
      target: looseId,
      id: looseId,
      agent_id: looseId,
      targets: orJsonText(looseTexts),
      ids: orJsonText(looseTexts),
      receiver_thread_ids: looseTexts,
      message: looseText,
      prompt: looseText,
      items: anything.optional(),
      timeout_ms: looseNumber,
    }),
  ).transform((raw): AgentMessageInput => {
    // An item about agents has its own id, which is not an agent's.
    const one = raw.target ?? (raw.receiver_thread_ids.length > 0 ? undefined : raw.id) ?? raw.agent_id;
    const items = asArray(raw.items)?.flatMap((item) => asString(asObject(item)?.['text']) ?? []) ?? [];
    return {
      action,
      to: [...(one === undefined ? [] : [one]), ...raw.targets, ...raw.ids, ...raw.receiver_thread_ids],
      message: raw.message ?? raw.prompt ?? (items.length === 0 ? null : items.join('\n')),
      summary: null,
      type: null,
      timeoutMs: raw.timeout_ms ?? null,
    };
  });
}

/** Built once: the schema is needed for every call. */
const INPUTS = new Map<AgentAction, Shape<AgentMessageInput>>(
  [...new Set(ACTIONS.values())].map((action) => [action, schemaFor(action)]),
);

function namesAgents(input: unknown): boolean {
  const value = asObject(input);
  if (value === undefined || value['cell_id'] !== undefined) return false;
  return (value['ids'] ?? value['id'] ?? value['targets'] ?? value['receiver_thread_ids']) !== undefined;
}

function sentTo(target: string | null, message: string): AgentMessageSent {
  return { kind: 'sent', success: true, message, resumedAgentId: null, requestId: null, sender: null, target };
}

/** `collab_waiting_end` */
const waitingEnd = shape
  .object({ agent_statuses: shape.array(anything).optional(), statuses: shape.looseObject({}).optional() })
  .refine((raw) => (raw.agent_statuses ?? raw.statuses) !== undefined)
  .transform((raw): AgentWaited => {
    const named: AgentState[] = [];
    for (const entry of raw.agent_statuses ?? []) {
      const value = asObject(entry);
      const agent = asString(value?.['thread_id']);
      const state = agent && readAgentState(agent, value?.['status'], asString(value?.['agent_nickname']) ?? null);
      if (state) named.push(state);
    }
    const states = named.length > 0 ? named : readAgentStates(raw.statuses);
    return { kind: 'waited', timedOut: states.length === 0, states };
  });

/** `collab_agent_interaction_end` */
const interactionEnd = shape
  .object({ receiver_thread_id: text, receiver_agent_nickname: looseText, prompt: text })
  .transform((raw) => sentTo(raw.receiver_agent_nickname ?? raw.receiver_thread_id, ''));

/** `collab_close_end` and `collab_resume_end` */
const touchEnd = shape
  .object({ receiver_thread_id: text, receiver_agent_nickname: looseText, status: anything })
  .transform((raw): AgentTouched | typeof MISFIT => {
    const state = readAgentState(raw.receiver_thread_id, raw.status, raw.receiver_agent_nickname ?? null);
    return state === undefined ? MISFIT : { kind: 'touched', state };
  });

/** `CollabAgentToolCall`, by the tool it represents. */
function itemOf(tools: readonly string[]) {
  return shape
    .object({ tool: text, receiver_thread_ids: looseTexts, agents_states: anything.optional() })
    .refine((raw) => tools.includes(raw.tool))
    .transform((raw) => ({ to: raw.receiver_thread_ids, states: readAgentStates(raw.agents_states) }));
}

const waitItem = itemOf(['wait', 'waitAgent', 'wait_agent']).transform(
  ({ states }): AgentWaited => ({ kind: 'waited', timedOut: states.length === 0, states }),
);

const sendItem = itemOf(['sendInput', 'send_input']).transform(({ to }) => sentTo(to[0] ?? null, ''));

const touchItem = itemOf(['closeAgent', 'close_agent', 'resumeAgent', 'resume_agent']).transform(
  ({ to, states }): AgentTouched => ({
    kind: 'touched',
    state: states[0] ?? { agent: to[0] ?? '', state: 'unknown', message: null, name: null },
  }),
);

function readWaited(content: string, { input }: TextContext<AgentMessageInput>): AgentWaited | undefined {
  if (input !== null && input.action !== 'wait') return undefined;
  const value = jsonObjectOf(content);
  if (value === undefined || (value['timed_out'] === undefined && value['status'] === undefined)) return undefined;
  const single = typeof value['status'] === 'string' && input?.to[0] !== undefined;
  const one = single ? readAgentState(input.to[0] ?? '', value['status']) : undefined;
  return {
    kind: 'waited',
    timedOut: value['timed_out'] === true,
    states: one === undefined ? readAgentStates(value['status']) : [one],
  };
}

function readTouched(content: string, { input }: TextContext<AgentMessageInput>): AgentTouched | undefined {
  const value = jsonObjectOf(content);
  const state = readAgentState(input?.to[0] ?? '', value?.['previous_status'] ?? value?.['status']);
  return state === undefined ? undefined : { kind: 'touched', state };
}

/** Nothing at all, an id, or an object with an id. */
function readSent(content: string, { input }: TextContext<AgentMessageInput>): AgentMessageSent | undefined {
  if (input !== null && input.action !== 'send' && input.action !== 'follow-up') return undefined;
  const id =
    asString(jsonObjectOf(content)?.['submission_id']) ?? (/^[\w-]{1,80}$/.test(content) ? content : undefined);
  if (id === undefined && content.trim() !== '') return undefined;
  return { ...sentTo(input?.to[0] ?? null, ''), requestId: id ?? null };
}

export const codex = defineDialect<AgentMessageInput, AgentMessageResult>({
  agent: 'codex',
  names: [...ACTIONS.keys()].filter((name) => name !== 'wait').flatMap((name) => [name, `collaboration/${name}`]),
  pattern: /\/(?:send_input|send_message|followup_task|wait_agent|resume_agent|close_agent|interrupt_agent)$/,
  // Agents used this name before script cells did.
  claims: { names: ['wait'], when: (input) => namesAgents(input) },
  input: inputOf,
  structured: [
    { kind: 'waited', schema: waitingEnd },
    { kind: 'sent', schema: interactionEnd },
    { kind: 'touched', schema: touchEnd },
    { kind: 'waited', schema: waitItem },
    { kind: 'sent', schema: sendItem },
    { kind: 'touched', schema: touchItem },
  ],
  text: [
    { kind: 'waited', read: readWaited },
    { kind: 'sent', read: readSent },
    { kind: 'touched', read: readTouched },
    {
      kind: 'refused',
      read: (content) => (content.trim() === '' ? undefined : { kind: 'refused', message: clip(content, 400) }),
    },
  ],
});
