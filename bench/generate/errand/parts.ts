// Calls and results in the format shared by Gemini CLI and Qwen Code.

import type { ErrandCall, ErrandKind } from './errand.ts';

export const NAMES: Readonly<Record<ErrandKind, string>> = {
  shell: 'run_shell_command',
  read: 'read_file',
  write: 'write_file',
  edit: 'replace',
};

export function argumentsOf({ kind, command, path, text, newText }: ErrandCall): object {
  if (kind === 'shell') return { command, description: 'See what it says' };
  if (kind === 'read') return { file_path: path };
  if (kind === 'write') return { file_path: path, content: text };
  return { file_path: path, old_string: text.slice(0, 200), new_string: newText };
}

export function responseOf({ kind, status, path, text }: ErrandCall): object {
  if (status === 'rejected') return { error: '[Operation Cancelled] Reason: User denied execution.' };
  if (status === 'error' && kind !== 'shell') return { error: `File not found: ${path}` };
  if (kind === 'write') return { output: `Successfully overwrote file: ${path}.` };
  if (kind === 'edit') return { output: `Successfully modified file: ${path} (1 replacements).` };
  if (kind === 'read') return { output: text };
  return { output: `Output: ${text}\n${status === 'error' ? 'Exit Code: 2\n' : ''}Process Group PGID: 4711` };
}

/** A failed command is a success whose text says so. */
export function statusOf({ kind, status }: ErrandCall): string {
  if (status === 'rejected') return 'cancelled';
  return status === 'error' && kind !== 'shell' ? 'error' : 'success';
}

export function functionResponse(call: ErrandCall): object {
  return { functionResponse: { id: call.id, name: NAMES[call.kind], response: responseOf(call) } };
}
