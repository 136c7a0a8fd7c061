// Writes an errand as `opencode export` does: a session as one document, here on one line.

import type { Rng } from '../rng.ts';
import type { ErrandCall, ErrandKind, ErrandWriter } from './errand.ts';

const NAMES: Readonly<Record<ErrandKind, string>> = { shell: 'bash', read: 'read', write: 'write', edit: 'edit' };

function inputOf({ kind, command, path, text, newText }: ErrandCall): object {
  if (kind === 'shell') return { command, description: 'See what it says' };
  if (kind === 'read') return { filePath: path };
  if (kind === 'write') return { filePath: path, content: text };
  return { filePath: path, oldString: text.slice(0, 200), newString: newText };
}

function stateOf(call: ErrandCall): object {
  const { kind, status, path, text, startedAt: start, endedAt: end } = call;
  const input = inputOf(call);
  if (status === 'lost') return { status: 'running', input, time: { start } };
  if (status === 'rejected') {
    const error = 'Error: The user rejected permission to use this specific tool call.';
    return { status: 'error', input, error, time: { start, end } };
  }
  if (status === 'error' && kind !== 'shell')
    return { status: 'error', input, error: `Error: File not found: ${path}`, time: { start, end } };
  const output = kind === 'write' ? 'Wrote file successfully.' : kind === 'edit' ? 'Edit applied successfully.' : text;
  const metadata = kind === 'shell' ? { output: text, exit: status === 'error' ? 2 : 0 } : {};
  return { status: 'completed', input, output, title: path, metadata, time: { start, end } };
}

export function openCodeWriter(rng: Rng, atMs: number): ErrandWriter {
  const id = `ses_${rng.lower36(22)}`;
  let directory = '';
  const message = (at: number, role: string, about: object, parts: readonly object[]): object => {
    const messageID = `msg_${rng.lower36(22)}`;
    const info = { id: messageID, sessionID: id, role, time: { created: at }, ...about };
    const named = parts.map((part) => ({ id: `prt_${rng.lower36(22)}`, messageID, sessionID: id, ...part }));
    return { info, parts: named };
  };
  const model = { modelID: 'claude-opus-4-6', providerID: 'anthropic', mode: 'build' };
  return {
    agent: 'opencode',
    version: '1.17.3',
    id,
    path: `opencode/${id}-full.jsonl`,
    shown: {},
    nameOf: (kind) => NAMES[kind],
    begin: (_at, cwd) => {
      directory = cwd;
      return [];
    },
    prompt: (at, text) => [message(at, 'user', { agent: 'build' }, [{ type: 'text', text }])],
    calls: (at, text, calls) => {
      const tools = calls.map((call) => ({
        type: 'tool',
        callID: call.id,
        tool: NAMES[call.kind],
        state: stateOf(call),
      }));
      const tokens = { input: rng.int(900), output: rng.int(300), reasoning: 0, cache: { read: 15_000, write: 0 } };
      const finish = { type: 'step-finish', reason: 'tool-calls', tokens, cost: 0.003 };
      return [message(at, 'assistant', model, [{ type: 'reasoning', text, time: { start: at } }, ...tools, finish])];
    },
    documentOf: (messages, endedAt) => ({
      info: {
        id,
        slug: 'errand',
        directory,
        title: 'An errand',
        version: '1.17.3',
        time: { created: atMs, updated: endedAt },
      },
      messages,
    }),
  };
}
