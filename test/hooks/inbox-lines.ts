// Made-up lines of the hook inbox for tests, written the way hooks write them.

import { makeLine } from '../../src/hooks/hook-line.ts';
import type { Json } from '../support/claude-log.ts';

export const SESSION = '11111111-2222-4333-8444-555555555555';
/** The clock of made-up logs starts here: see ../support/claude-log.ts. */
export const START = Date.UTC(2026, 2, 1, 9, 0, 0);

export interface Told {
  readonly agent?: string;
  readonly session?: string;
  /** Milliseconds after START. */
  readonly at: number;
  readonly tookMs?: number;
  readonly id?: string;
}

let count = 0;

/** One line for an event with the given fields. */
export function told(
  event: string,
  fields: Json,
  { agent = 'claude-code', session = SESSION, at, tookMs = 0, id }: Told,
): string {
  const input = {
    session_id: session,
    transcript_path: `/home/dev/.claude/projects/orchard/${session}.jsonl`,
    cwd: '/home/dev/orchard',
    permission_mode: 'default',
    hook_event_name: event,
    ...fields,
  };
  const text = JSON.stringify(input);
  const arrive = (owner: string) =>
    ({ agent: owner, via: 'command', id: id ?? `event-${count++}`, at: START + at, tookMs, pid: 7 }) as const;
  const made = makeLine(text, arrive, { agent, bytes: Buffer.byteLength(text) });
  if (!made.ok) throw new Error(made.message);
  return made.line;
}

export function preUse(callId: string, tool: string, input: Json, when: Told): string {
  return told('PreToolUse', { tool_name: tool, tool_input: input, tool_use_id: callId }, when);
}

export function postUse(
  callId: string,
  tool: string,
  input: Json,
  response: unknown,
  when: Told,
  durationMs?: number,
): string {
  const fields = { tool_name: tool, tool_input: input, tool_response: response, tool_use_id: callId };
  return told('PostToolUse', durationMs === undefined ? fields : { ...fields, duration_ms: durationMs }, when);
}

/** Agents name no call here. */
export function asked(tool: string, input: Json, when: Told): string {
  return told('PermissionRequest', { tool_name: tool, tool_input: input }, when);
}

export function lines(...of: readonly string[]): string {
  return of.map((line) => `${line}\n`).join('');
}
