// Writes an errand as Factory Droid does, and as Cursor does, which logs requests only.

import type { Rng } from '../rng.ts';
import { iso } from '../session-request.ts';
import type { ErrandCall, ErrandKind, ErrandWriter } from './errand.ts';

type Names = Readonly<Record<ErrandKind, string>>;

const DROID: Names = { shell: 'Execute', read: 'Read', write: 'Create', edit: 'Edit' };
const CURSOR: Names = { shell: 'Shell', read: 'Read', write: 'Write', edit: 'StrReplace' };

function droidInput({ kind, command, path, text, newText }: ErrandCall): object {
  if (kind === 'shell') return { command };
  if (kind === 'read') return { file_path: path };
  if (kind === 'write') return { file_path: path, content: text };
  return { file_path: path, old_str: text.slice(0, 200), new_str: newText };
}

function cursorInput({ kind, command, path, text, newText }: ErrandCall): object {
  if (kind === 'shell') return { command, description: 'See what it says' };
  if (kind === 'read') return { path };
  return kind === 'write' ? { path, contents: text } : { path, old_string: text.slice(0, 200), new_string: newText };
}

function droidResult({ id, kind, status, path, text }: ErrandCall): object {
  const block = { type: 'tool_result', tool_use_id: id };
  if (status === 'error' && kind === 'shell')
    return { ...block, content: `Error: Command failed (exit code: 2)\n${text}` };
  if (status === 'error') return { ...block, content: `File not found: ${path}`, is_error: true };
  return { ...block, content: kind === 'shell' || kind === 'read' ? text : `Successfully wrote file: ${path}` };
}

export function droidWriter(rng: Rng): ErrandWriter {
  const id = rng.uuid();
  const message = (at: number, role: string, content: readonly object[]): object => ({
    type: 'message',
    id: rng.uuid(),
    timestamp: iso(at),
    message: { role, content },
  });
  return {
    agent: 'droid',
    version: '2',
    id,
    path: `.factory/sessions/-home-dev/${id}.jsonl`,
    // Its format for a refusal by the user was never seen.
    shown: { rejected: 'ok' },
    nameOf: (kind) => DROID[kind],
    begin: (_at, cwd) => [
      { type: 'session_start', id, title: 'An errand', sessionTitle: 'An errand', version: 2, cwd },
    ],
    prompt: (at, text) => [message(at, 'user', [{ type: 'text', text }])],
    calls: (at, text, calls) => {
      const asked = calls.map((call) => ({
        type: 'tool_use',
        id: call.id,
        name: DROID[call.kind],
        input: droidInput(call),
      }));
      const answered = calls.filter(({ status }) => status !== 'lost');
      const results = answered.map((call) => message(call.endedAt, 'user', [droidResult(call)]));
      return [message(at, 'assistant', [{ type: 'thinking', thinking: text }, ...asked]), ...results];
    },
  };
}

export function cursorWriter(rng: Rng): ErrandWriter {
  const id = rng.uuid();
  const said = (role: string, content: readonly object[]): object => ({ role, message: { content } });
  return {
    agent: 'cursor',
    version: '',
    id,
    path: `.cursor/projects/home-dev/agent-transcripts/${id}/${id}.jsonl`,
    shown: { ok: 'unknown', error: 'unknown', rejected: 'unknown', lost: 'unknown' },
    nameOf: (kind) => CURSOR[kind],
    begin: () => [],
    prompt: (_at, text) => [said('user', [{ type: 'text', text: `<user_query>\n${text}\n</user_query>` }])],
    calls: (_at, text, calls) => {
      const asked = calls.map((call) => ({ type: 'tool_use', name: CURSOR[call.kind], input: cursorInput(call) }));
      return [said('assistant', [{ type: 'text', text }, ...asked])];
    },
  };
}
