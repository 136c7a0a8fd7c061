// Writes an errand as Kimi CLI does, with arguments in pieces, and as Kimi Code does.

import type { Rng } from '../rng.ts';
import type { ErrandCall, ErrandKind, ErrandWriter } from './errand.ts';

type Names = Readonly<Record<ErrandKind, string>>;

const CLI: Names = { shell: 'Shell', read: 'ReadFile', write: 'WriteFile', edit: 'StrReplaceFile' };
const CODE: Names = { shell: 'Bash', read: 'Read', write: 'Write', edit: 'Edit' };

function cliArguments({ kind, command, path, text, newText }: ErrandCall): object {
  if (kind === 'shell') return { command };
  if (kind === 'read') return { path };
  return kind === 'write' ? { path, content: text } : { path, edit: { old: text.slice(0, 200), new: newText } };
}

function codeArguments({ kind, command, path, text, newText }: ErrandCall): object {
  if (kind === 'shell') return { command };
  if (kind === 'read') return { path };
  return kind === 'write' ? { path, content: text } : { path, old_string: text.slice(0, 200), new_string: newText };
}

const REJECTED = 'The tool call is rejected by the user. Stop what you are doing and wait.';

function saidOf({ kind, status, path }: ErrandCall): string {
  if (status === 'rejected') return REJECTED;
  if (kind === 'shell')
    return status === 'error' ? 'Command failed with exit code: 2.' : 'Command executed successfully.';
  if (status === 'error') return `\`${path}\` does not exist.`;
  return kind === 'read' ? 'Read from line 1. End of file reached.' : 'File successfully written.';
}

/** Long arguments come in pieces, as they were streamed. */
const PIECE = 400;

function piecesOf(text: string): [string, ...string[]] {
  const rest = Array.from({ length: Math.ceil(text.length / PIECE) - 1 }, (_, i) =>
    text.slice((i + 1) * PIECE, (i + 2) * PIECE),
  );
  return [text.slice(0, PIECE), ...rest];
}

export function kimiWriter(rng: Rng): ErrandWriter {
  const id = rng.uuid();
  const message = (at: number, type: string, payload: object): object => ({
    timestamp: at / 1000,
    message: { type, payload },
  });
  const asked = (at: number, call: ErrandCall): object[] => {
    const [first, ...rest] = piecesOf(JSON.stringify(cliArguments(call)));
    const named = { name: CLI[call.kind], arguments: first };
    return [
      message(at, 'ToolCall', { type: 'function', id: call.id, function: named, extras: null }),
      ...rest.map((piece) => message(at, 'ToolCallPart', { arguments_part: piece })),
    ];
  };
  const answered = (call: ErrandCall): object[] => {
    if (call.status === 'lost') return [];
    const output = call.status !== 'rejected' && (call.kind === 'shell' || call.kind === 'read') ? call.text : '';
    const value = { is_error: call.status !== 'ok', output, message: saidOf(call), display: [], extras: null };
    return [message(call.endedAt, 'ToolResult', { tool_call_id: call.id, return_value: value })];
  };
  return {
    agent: 'kimi',
    version: '1.10',
    id,
    path: `.kimi/sessions/${rng.hex(32)}/${id}/wire.jsonl`,
    shown: {},
    nameOf: (kind) => CLI[kind],
    begin: () => [{ type: 'metadata', protocol_version: '1.10' }],
    prompt: (at, text) => [message(at, 'TurnBegin', { user_input: [{ type: 'text', text }] })],
    calls: (at, text, calls) => {
      const usage = {
        input_other: rng.int(900),
        output: rng.int(300),
        input_cache_read: 9000,
        input_cache_creation: 0,
      };
      return [
        message(at, 'StepBegin', { n: 1 }),
        message(at, 'ContentPart', { type: 'think', think: text, encrypted: null }),
        ...calls.flatMap((call) => asked(at, call)),
        message(at, 'StatusUpdate', { token_usage: usage, message_id: rng.uuid(), max_context_tokens: 262_144 }),
        ...calls.flatMap(answered),
      ];
    },
  };
}

export function kimiCodeWriter(rng: Rng, atMs: number): ErrandWriter {
  const id = `session_${rng.uuid()}`;
  const event = (time: number, more: object): object => ({ type: 'context.append_loop_event', event: more, time });
  const answered = (call: ErrandCall): object[] => {
    const { id: toolCallId, kind, status, text, endedAt: time } = call;
    if (status === 'lost') return [];
    const isWords = status !== 'rejected' && (kind === 'shell' || kind === 'read');
    const output = isWords ? `${text}\n${saidOf(call)}` : saidOf(call);
    const result = status === 'ok' ? { output } : { output, isError: true };
    const told = event(time, { type: 'tool.result', parentUuid: toolCallId, toolCallId, result });
    if (status !== 'rejected') return [told];
    const about = { turnId: 0, toolCallId, toolName: CODE[kind], action: 'Running', result: { decision: 'rejected' } };
    return [{ type: 'permission.record_approval_result', ...about, time }, told];
  };
  return {
    agent: 'kimi-code',
    version: '1.4',
    id,
    path: `.kimi-code/sessions/wd_dev_${rng.hex(8)}/${id}/agents/main/wire.jsonl`,
    shown: {},
    nameOf: (kind) => CODE[kind],
    begin: (at, cwd) => [
      { type: 'metadata', protocol_version: '1.4', created_at: atMs },
      { type: 'config.update', cwd, modelAlias: 'kimi-k2', time: at },
    ],
    prompt: (time, text) => [{ type: 'turn.prompt', input: [{ type: 'text', text }], origin: { kind: 'user' }, time }],
    calls: (at, text, calls) => {
      const stepUuid = rng.uuid();
      const place = { turnId: '0', step: 1, stepUuid };
      const usage = { inputOther: rng.int(900), output: rng.int(300), inputCacheRead: 9000, inputCacheCreation: 0 };
      return [
        event(at, { type: 'content.part', uuid: rng.uuid(), stepUuid, part: { type: 'think', think: text } }),
        ...calls.map((call) =>
          event(at, {
            type: 'tool.call',
            uuid: call.id,
            ...place,
            toolCallId: call.id,
            name: CODE[call.kind],
            args: codeArguments(call),
          }),
        ),
        event(at, { type: 'step.end', uuid: stepUuid, usage, finishReason: 'tool_use' }),
        ...calls.flatMap(answered),
      ];
    },
  };
}
