// Made-up lines of the inbox: what each agent sends at each event, according to their documentation.

import type { JsonObject } from '../../../base/json.ts';

export const SESSION = '11111111-2222-4333-8444-555555555555';
export const AT = 1_772_355_600_000.25;

const CLAUDE_CODE = {
  session_id: SESSION,
  transcript_path: `/home/dev/.claude/projects/orchard/${SESSION}.jsonl`,
  cwd: '/home/dev/orchard',
  permission_mode: 'default',
};

const CODEX = {
  session_id: SESSION,
  turn_id: 'turn-1',
  transcript_path: null,
  cwd: '/home/dev/orchard',
  model: 'model-two',
  permission_mode: 'default',
};

function line(agent: string, input: JsonObject, place: JsonObject = {}): JsonObject {
  return { toolscope: 'hook', v: 1, id: 'e1', agent, session: SESSION, at: AT, tookMs: 12.5, via: 'command', pid: 4, ...place, input };
}

export function claudeCode(event: string, fields: JsonObject = {}, place?: JsonObject): JsonObject {
  return line('claude-code', { ...CLAUDE_CODE, hook_event_name: event, ...fields }, place);
}

export function codex(event: string, fields: JsonObject = {}, place?: JsonObject): JsonObject {
  return line('codex', { ...CODEX, hook_event_name: event, ...fields }, place);
}

export const BASH = { tool_name: 'Bash', tool_input: { command: 'make' }, tool_use_id: 'toolu_1' };

/** What Codex' `notify` program receives. */
export const NOTICE: JsonObject = line('codex', {
  type: 'agent-turn-complete',
  'thread-id': SESSION,
  'turn-id': 'turn-1',
  cwd: '/home/dev/orchard',
  'last-assistant-message': 'Done.',
});
