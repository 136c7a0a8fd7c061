// Writes an errand as GitHub Copilot does: events linked by parent. VS Code's transcripts have ends without results.

import type { Rng } from '../rng.ts';
import { iso } from '../session-request.ts';
import type { ErrandCall, ErrandKind, ErrandWriter } from './errand.ts';

type Names = Readonly<Record<ErrandKind, string>>;

const CLI: Names = { shell: 'bash', read: 'view', write: 'create', edit: 'edit' };
const VSCODE: Names = {
  shell: 'run_in_terminal',
  read: 'read_file',
  write: 'create_file',
  edit: 'replace_string_in_file',
};

function cliArguments({ kind, command, path, text, newText }: ErrandCall): object {
  if (kind === 'shell') return { command, description: 'See what it says' };
  if (kind === 'read') return { path };
  return kind === 'write' ? { path, file_text: text } : { path, old_str: text.slice(0, 200), new_str: newText };
}

function vscodeArguments({ kind, command, path, text, newText }: ErrandCall): object {
  if (kind === 'shell') return { command, explanation: 'See what it says', isBackground: false };
  if (kind === 'read') return { filePath: path, startLine: 1, endLine: 200 };
  if (kind === 'write') return { filePath: path, content: text };
  return { filePath: path, oldString: text.slice(0, 200), newString: newText };
}

function textOf({ kind, status, path, text }: ErrandCall): string {
  if (kind === 'shell') return `${text}\n<exited with exit code ${status === 'error' ? 2 : 0}>`;
  if (kind === 'write') return `Created file ${path} with ${text.length} characters`;
  return kind === 'edit' ? `File ${path} updated with changes.` : text;
}

/** A failed command is a success whose text says so. */
function cliEnd(call: ErrandCall): object {
  if (call.status === 'rejected')
    return { success: false, error: { message: 'The user rejected this tool call.', code: 'rejected' } };
  if (call.status === 'error' && call.kind !== 'shell')
    return { success: false, error: { message: `Path does not exist: ${call.path}`, code: 'failure' } };
  return { success: true, result: { content: textOf(call) } };
}

interface Edition {
  readonly agent: 'copilot' | 'copilot-vscode';
  readonly names: Names;
  readonly about: object;
  readonly shown: ErrandWriter['shown'];
  pathOf(id: string): string;
  argumentsOf(call: ErrandCall): object;
  endOf(call: ErrandCall): object;
}

function writerOf(edition: Edition): (rng: Rng) => ErrandWriter {
  return (rng) => {
    const id = rng.uuid();
    let last: string | null = null;
    const event = (at: number, type: string, data: object): object => {
      const parentId = last;
      last = rng.uuid();
      return { type, data, id: last, timestamp: iso(at), parentId };
    };
    return {
      agent: edition.agent,
      version: '1.0.74',
      id,
      path: edition.pathOf(id),
      shown: edition.shown,
      nameOf: (kind) => edition.names[kind],
      begin: (at, cwd) => [
        event(at, 'session.start', {
          sessionId: id,
          version: 1,
          producer: 'copilot-agent',
          ...edition.about,
          context: { cwd },
        }),
      ],
      prompt: (at, content) => [event(at, 'user.message', { content })],
      calls: (at, content, calls) => {
        const asked = calls.map((call) => ({
          toolCallId: call.id,
          name: edition.names[call.kind],
          arguments: edition.argumentsOf(call),
        }));
        const about = { messageId: rng.uuid(), model: 'claude-opus-4.8', outputTokens: rng.int(400) };
        const spoken = event(at, 'assistant.message', { ...about, content, toolRequests: asked });
        const runs = calls.flatMap((call) => {
          const toolCallId = call.id;
          const started = {
            toolCallId,
            toolName: edition.names[call.kind],
            arguments: edition.argumentsOf(call),
          };
          const start = event(call.startedAt, 'tool.execution_start', started);
          if (call.status === 'lost') return [start];
          return [start, event(call.endedAt, 'tool.execution_complete', { toolCallId, ...edition.endOf(call) })];
        });
        return [spoken, ...runs];
      },
    };
  };
}

export const copilotWriter = writerOf({
  agent: 'copilot',
  names: CLI,
  about: { copilotVersion: '1.0.74' },
  shown: {},
  pathOf: (id) => `.copilot/session-state/${id}/events.jsonl`,
  argumentsOf: cliArguments,
  endOf: cliEnd,
});

export const copilotVscodeWriter = writerOf({
  agent: 'copilot-vscode',
  names: VSCODE,
  about: { copilotVersion: '0.47.0', vscodeVersion: '1.119.0' },
  // The log only records that a call failed.
  shown: { ok: 'unknown', rejected: 'error', lost: 'unknown' },
  pathOf: (id) => `Code/User/workspaceStorage/0a1b/GitHub.copilot-chat/transcripts/${id}.jsonl`,
  argumentsOf: vscodeArguments,
  endOf: ({ status }) => ({ success: status === 'ok' }),
});
