// Writes an errand as pi does: entries linked by parent.

import type { Rng } from '../rng.ts';
import { iso } from '../session-request.ts';
import type { ErrandCall, ErrandKind, ErrandWriter } from './errand.ts';

const NAMES: Readonly<Record<ErrandKind, string>> = { shell: 'bash', read: 'read', write: 'write', edit: 'edit' };

function argumentsOf({ kind, command, path, text, newText }: ErrandCall): object {
  if (kind === 'shell') return { command, timeout: 120 };
  if (kind === 'read') return { path };
  return kind === 'write' ? { path, content: text } : { path, edits: [{ oldText: text.slice(0, 200), newText }] };
}

function textOf({ kind, status, path, text }: ErrandCall): string {
  if (status === 'rejected') return 'Blocked by user';
  if (status === 'error')
    return kind === 'shell' ? `${text}\n\nCommand exited with code 2` : `ENOENT: no such file, access '${path}'`;
  if (kind === 'write') return `Successfully wrote ${text.length} bytes to ${path}`;
  return kind === 'edit' ? `Successfully replaced 1 block(s) in ${path}.` : text;
}

export function piWriter(rng: Rng, atMs: number): ErrandWriter {
  const id = rng.uuid7(atMs);
  let last: string | null = null;
  const entry = (at: number, type: string, more: object): object => {
    const parentId = last;
    last = rng.hex(8);
    return { type, id: last, parentId, timestamp: iso(at), ...more };
  };
  const message = (at: number, body: object): object => entry(at, 'message', { message: { ...body, timestamp: at } });
  return {
    agent: 'pi',
    version: '3',
    id,
    path: `pi/sessions/--home-dev--/${iso(atMs).replaceAll(/[:.]/g, '-')}_${id}.jsonl`,
    shown: {},
    nameOf: (kind) => NAMES[kind],
    begin: (at, cwd) => [
      { type: 'session', version: 3, id, timestamp: iso(at), cwd },
      entry(at, 'model_change', { provider: 'anthropic', modelId: 'claude-opus-4-6' }),
    ],
    prompt: (at, text) => [message(at, { role: 'user', content: [{ type: 'text', text }] })],
    calls: (at, text, calls) => {
      const asked = calls.map((call) => ({
        type: 'toolCall',
        id: call.id,
        name: NAMES[call.kind],
        arguments: argumentsOf(call),
      }));
      const thinking = { type: 'thinking', thinking: text, thinkingSignature: rng.base64(400) };
      const cost = { input: 0.001, output: 0.002, cacheRead: 0, cacheWrite: 0, total: 0.003 };
      const usage = {
        input: rng.int(900),
        output: rng.int(300),
        cacheRead: rng.int(90_000),
        cacheWrite: 0,
        totalTokens: 0,
        cost,
      };
      const about = {
        api: 'anthropic-messages',
        provider: 'anthropic',
        model: 'claude-opus-4-6',
        usage,
        stopReason: 'toolUse',
      };
      const spoken = message(at, { role: 'assistant', content: [thinking, ...asked], ...about });
      const results = calls.flatMap((call) => {
        if (call.status === 'lost') return [];
        const content = [{ type: 'text', text: textOf(call) }];
        const told = { toolCallId: call.id, toolName: NAMES[call.kind], content, isError: call.status !== 'ok' };
        return [message(call.endedAt, { role: 'toolResult', ...told })];
      });
      return [spoken, ...results];
    },
  };
}
