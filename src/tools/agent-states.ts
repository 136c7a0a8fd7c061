// The states of Codex agents: a word, or an object with the word as key and the agent's last message as value.

import { asObject, asString } from '../base/json.ts';

export interface AgentState {
  /** Thread id, or the agent's path. */
  readonly agent: string;
  /** pending_init, running, interrupted, completed, errored, shutdown, not_found, or a newer word. */
  readonly state: string;
  /** Last message of a completed agent, or the error of a failed one. */
  readonly message: string | null;
  readonly name: string | null;
}

/** The state of one agent; undefined when the value is not a state. */
export function readAgentState(agent: string, value: unknown, name: string | null = null): AgentState | undefined {
  if (typeof value === 'string') return { agent, state: value, message: null, name };
  const object = asObject(value);
  if (object === undefined) return undefined;
  // Newer items spell it {status, message}.
  const status = asString(object['status']);
  if (status !== undefined) return { agent, state: snake(status), message: asString(object['message']) ?? null, name };
  const entry = Object.entries(object)[0];
  if (entry === undefined) return undefined;
  const inner = asObject(entry[1]);
  return { agent, state: entry[0], message: asString(entry[1]) ?? asString(inner?.['message']) ?? null, name };
}

/** The states of a map from agent to state. */
export function readAgentStates(value: unknown): readonly AgentState[] {
  const states: AgentState[] = [];
  for (const [agent, state] of Object.entries(asObject(value) ?? {})) {
    const read = readAgentState(agent, state);
    if (read !== undefined) states.push(read);
  }
  return states;
}

function snake(word: string): string {
  return word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** What an agent's state means for its work. */
export function workState(state: string): 'running' | 'completed' | 'failed' | 'killed' | null {
  switch (state) {
    case 'pending_init':
    case 'running':
      return 'running';
    case 'completed':
      return 'completed';
    case 'errored':
      return 'failed';
    case 'interrupted':
    case 'shutdown':
      return 'killed';
    default:
      return null;
  }
}
