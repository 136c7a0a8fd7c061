// Communicating with existing agents: SendMessage of Claude Code; send, follow up, wait, resume, close and interrupt of Codex.

import { clip, utf8Bytes } from '../../base/text.ts';
import type { TaskReference } from '../../model/interpretation.ts';
import { type AgentState, workState } from '../agent-states.ts';
import { defineDialect, defineTool } from '../define.ts';
import { jsonObjectOf } from '../json-text.ts';
import { fitted } from '../parse-shape.ts';
import * as shape from '../shape.ts';
import { anything, looseFlag, looseId, looseText, text } from '../shapes.ts';
import { codex, refusals } from './agent-message.codex.ts';

export type AgentAction = 'send' | 'follow-up' | 'wait' | 'resume' | 'close' | 'interrupt';

export interface AgentMessageInput {
  readonly action: AgentAction;
  /** Empty when waiting for any agent. */
  readonly to: readonly string[];
  /** Null if it is encrypted in the log, or there is none. */
  readonly message: string | null;
  readonly summary: string | null;
  /** message, broadcast, shutdown_request, …: the kind of message in older versions. */
  readonly type: string | null;
  readonly timeoutMs: number | null;
}

/** It was delivered, or put in the agent's inbox. */
export interface AgentMessageSent {
  readonly kind: 'sent';
  readonly success: boolean;
  readonly message: string;
  /** An ended agent that was woken by it. */
  readonly resumedAgentId: string | null;
  readonly requestId: string | null;
  readonly sender: string | null;
  readonly target: string | null;
}

export interface AgentWaited {
  readonly kind: 'waited';
  readonly timedOut: boolean;
  readonly states: readonly AgentState[];
}

/** The state of an agent before it was closed or interrupted, or after it was resumed. */
export interface AgentTouched {
  readonly kind: 'touched';
  readonly state: AgentState;
}

/** A refusal that arrived as a success. */
export interface AgentMessageRefused {
  readonly kind: 'refused';
  readonly message: string;
}

export type AgentMessageResult = AgentMessageSent | AgentWaited | AgentTouched | AgentMessageRefused;

const sent = shape
  .object({
    success: shape.boolean(),
    message: looseText,
    resumedAgentId: looseId,
    request_id: looseId,
    target: looseText,
    routing: shape.object({ sender: looseText, target: looseText, summary: looseText }).optional().catch(undefined),
    recipients: anything.optional(),
  })
  .transform(
    (raw): AgentMessageSent => ({
      kind: 'sent',
      success: raw.success,
      message: raw.message ?? '',
      resumedAgentId: raw.resumedAgentId ?? null,
      requestId: raw.request_id ?? null,
      sender: raw.routing?.sender ?? null,
      target: raw.routing?.target ?? raw.target ?? null,
    }),
  );

function readSent(content: string): AgentMessageSent {
  const said = fitted(sent, jsonObjectOf(content));
  if (said !== undefined) return said;
  return {
    kind: 'sent',
    success: true,
    message: content,
    resumedAgentId: null,
    requestId: null,
    sender: null,
    target: null,
  };
}

/** A message is a text, or an object of its own protocol. */
const message = shape
  .union([text, shape.looseObject({ type: looseText, content: looseText, reason: looseText })])
  .optional()
  .catch(undefined);

const claudeCode = defineDialect<AgentMessageInput, AgentMessageResult>({
  agent: 'claude-code',
  names: ['SendMessage'],
  input: shape
    .object({
      to: looseId,
      recipient: looseId,
      target_agent_id: looseId,
      message,
      content: looseText,
      summary: looseText,
      type: looseText,
      request_id: looseId,
      approve: looseFlag,
    })
    .transform((raw): AgentMessageInput => {
      const to = raw.to ?? raw.recipient ?? raw.target_agent_id;
      const object = typeof raw.message === 'object' ? raw.message : undefined;
      const words = typeof raw.message === 'string' ? raw.message : (object?.content ?? object?.reason ?? raw.content);
      return {
        action: 'send',
        to: to === undefined ? [] : [to],
        message: words ?? null,
        summary: raw.summary ?? null,
        type: raw.type ?? object?.type ?? null,
        timeoutMs: null,
      };
    }),
  structured: [{ kind: 'sent', schema: sent }],
  text: [{ kind: 'sent', read: readSent }],
});

const VERBS: Readonly<Record<AgentAction, string>> = {
  send: 'to',
  'follow-up': 'follow up with',
  wait: 'wait for',
  resume: 'resume',
  close: 'close',
  interrupt: 'interrupt',
};

function resultWords(action: AgentAction, result: AgentMessageResult | null): string {
  switch (result?.kind) {
    case 'waited': {
      if (result.timedOut) return ' → timed out';
      const states = result.states.map(({ state }) => state).join(', ');
      return states === '' ? ' → heard from one' : ` → ${clip(states, 60)}`;
    }
    case 'touched':
      return ` → ${action === 'resume' ? '' : 'was '}${result.state.state}`;
    case 'sent':
      return result.success ? '' : ' → not delivered';
    default:
      return '';
  }
}

/** What the call learned about its only agent. */
function reference(input: AgentMessageInput | null, result: AgentMessageResult | null): TaskReference | null {
  const [agent, ...others] = input?.to ?? [];
  if (input === null || agent === undefined || others.length > 0) return null;
  const base = { taskId: agent, exitCode: null };
  if (input.action === 'wait') {
    const seen = result?.kind === 'waited' ? result.states[0]?.state : undefined;
    const state =
      seen !== undefined ? workState(seen) : result?.kind === 'waited' && result.timedOut ? 'running' : null;
    return { ...base, role: 'poll', state };
  }
  if (input.action !== 'close' && input.action !== 'interrupt') return { ...base, role: 'message', state: null };
  if (result?.kind !== 'touched') return { ...base, role: 'kill', state: null };
  // An agent that had already ended keeps its end.
  const before = workState(result.state.state);
  return { ...base, role: 'kill', state: before === 'running' ? 'killed' : before };
}

export const agentMessage = defineTool<AgentMessageInput, AgentMessageResult>({
  id: 'agent-message',
  title: 'Message to agent',
  family: 'agents',
  dialects: [claudeCode, codex],
  failures: [
    {
      code: 'agent-not-found',
      blame: 'agent',
      pattern: /^(?:No (?:agent|teammate|task)\b[^\n]{0,200}\b(?:found|named)|Agent [^\n]{0,200} not found)/,
    },
    ...refusals,
  ],
  facts: ({ input, result }) => {
    const agentId = (result?.kind === 'sent' ? result.resumedAgentId : null) ?? input?.to[0] ?? null;
    return {
      ...(agentId === null ? {} : { agentId: clip(agentId, 200) }),
      ...(input?.message == null ? {} : { bytes: utf8Bytes(input.message) }),
      ...(result?.kind === 'waited' && result.states.length > 0 ? { matches: result.states.length } : {}),
    };
  },
  summary: ({ input, result }) => {
    if (input === null) return '';
    const who = input.to.length === 0 ? (input.action === 'wait' ? 'any agent' : 'everyone') : input.to.join(', ');
    const said = input.summary ?? (input.type === null || input.type === 'message' ? input.message : input.type);
    const words = said === null || said === '' ? '' : `: ${clip(said, 80)}`;
    return `${VERBS[input.action]} ${clip(who, 80)}${words}${resultWords(input.action, result)}`;
  },
  target: (input) => `${input.action} ${input.to.join(' ')}`,
  task: ({ input, result }) => reference(input, result),
  quietFailure: (result) => {
    if (result.kind === 'refused') {
      const known = refusals.find(({ pattern }) => pattern.test(result.message));
      return { code: known?.code ?? 'refused', blame: known?.blame ?? 'unknown', message: result.message };
    }
    if (result.kind !== 'sent' || result.success) return null;
    return { code: 'not-delivered', blame: 'agent', message: result.message };
  },
});
