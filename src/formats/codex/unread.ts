// Owns what the reader of Codex logs never looks at: instructions, catalogues, limits, and what nobody can decrypt.

import { asArray, asObject, asString, type JsonObject } from '../../base/json.ts';
import type { Unread } from '../format.ts';
import { type ExecHead, readExecHead } from './exec-output.ts';

const COUNTS: Unread = { total_tokens: 'drop' };

export const UNREAD: Unread = {
  payload: {
    active_permission_profile: 'drop',
    base_instructions: 'drop',
    collaboration_mode: 'drop',
    developer_instructions: 'drop',
    dynamic_tools: 'drop',
    encrypted_content: 'drop',
    file_system_sandbox_policy: 'drop',
    ghost_commit: 'drop',
    info: { model_context_window: 'drop', last_token_usage: COUNTS, total_token_usage: COUNTS },
    last_agent_message: 'drop',
    memory_citation: 'drop',
    output: { '': 'head', text: 'head' },
    permission_profile: 'drop',
    phase: 'drop',
    rate_limits: 'drop',
    replacement_history: 'drop',
    sandbox_policy: 'drop',
    // Of the environment, in `world_state`.
    state: 'drop',
    text_elements: 'drop',
    thread_settings: { collaboration_mode: 'drop', developer_instructions: 'drop', sandbox_policy: 'drop' },
    truncation_policy: 'drop',
    user_instructions: 'drop',
  },
};

/** What is looked for all through an output: that it was shortened, and sessions that a script left running. */
export const WORDS: readonly string[] = ['tokens truncated', 'session_id'];

const OUTPUT = '\nOutput:\n';
/** How much behind the head of an output is looked at, and how far that is from the beginning at most. */
const BODY_START = 64;
const START = 256;

function wentWell({ encoding, exitCode, handle, script, body }: ExecHead): boolean {
  if (body.startsWith('command timed out') || body.startsWith('aborted by user')) return false;
  if (encoding === 'script') return script === 'completed' || handle !== null;
  return (encoding === 'exit-code' || encoding === 'unified') && (exitCode === 0 || handle !== null);
}

/** The output of a command that went well: of what it wrote, only the length is asked. */
export function isEnough(record: JsonObject): boolean {
  const output = asObject(record['payload'])?.['output'];
  const text = typeof output === 'string' ? output : (asString(asObject(asArray(output)?.[0])?.['text']) ?? '');
  const start = text.slice(0, START);
  const end = start.indexOf(OUTPUT);
  if (end === -1 || end + OUTPUT.length + BODY_START > START) return false;
  const head = readExecHead(start);
  return head !== undefined && wentWell(head);
}
