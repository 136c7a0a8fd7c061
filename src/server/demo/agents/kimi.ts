// The demo's sessions of Kimi CLI, which writes arguments in pieces, and of Kimi Code.

import { ANSWER, Clock, CWD, type DemoLog, HIVES, type Json, lines, PROMPT, SHORT } from './errand.ts';

const NUMBERED = HIVES.trimEnd()
  .split('\n')
  .map((line, i) => `${String(i + 1).padStart(6)}\t${line}\n`)
  .join('');

export function kimiLogs(startMs: number): readonly DemoLog[] {
  const clock = new Clock(startMs);
  const records: Json[] = [{ type: 'metadata', protocol_version: '1.10' }];
  const add = (type: string, payload: Json, ms: number): void => {
    clock.next(ms);
    records.push({ timestamp: clock.now / 1000, message: { type, payload } });
  };
  const call = (id: string, name: string, pieces: readonly string[]): void => {
    const [first = '', ...rest] = pieces;
    add('ToolCall', { type: 'function', id, function: { name, arguments: first }, extras: null }, 1900);
    for (const piece of rest) add('ToolCallPart', { arguments_part: piece }, 60);
  };
  const result = (id: string, output: string, message: string, isError = false): void => {
    const value = { is_error: isError, output, message, display: [], extras: null };
    add('ToolResult', { tool_call_id: id, return_value: value }, 300);
  };
  add('TurnBegin', { user_input: [{ type: 'text', text: PROMPT }] }, 500);
  add('StepBegin', { n: 1 }, 20);
  call('tool_read', 'ReadFile', ['{"path": ', '"hives.md"}']);
  result('tool_read', NUMBERED, '3 lines read from file starting from line 1. End of file reached.');
  call('tool_shell', 'Shell', ['{"command": "grep -c ', 'frames hives.md"}']);
  const asked = { id: 'q1', tool_call_id: 'tool_shell', sender: 'Shell', action: 'run command', description: 'Count' };
  add('ApprovalRequest', asked, 40);
  add('ApprovalResponse', { request_id: 'q1', response: 'approve', feedback: '' }, 4100);
  result('tool_shell', '0\n', 'Command failed with exit code: 1.', true);
  call('tool_write', 'WriteFile', [JSON.stringify({ path: `${CWD}/short.md`, content: SHORT })]);
  result('tool_write', '', 'File successfully overwritten. Current size: 15 bytes.');
  const usage = { input_other: 700, output: 90, input_cache_read: 400, input_cache_creation: 0 };
  add('StatusUpdate', { token_usage: usage, message_id: 'm1', max_context_tokens: 262_144 }, 100);
  add('ContentPart', { type: 'text', text: ANSWER }, 1400);
  add('TurnEnd', {}, 10);
  const folder = '.kimi/sessions/0a1b2c3d/d0000001-0000-4000-8000-000000000017';
  const state = { version: 1, custom_title: 'Hives with Kimi CLI', title_generated: true };
  return [
    { path: `${folder}/wire.jsonl`, text: lines(records) },
    { path: `${folder}/state.json`, text: JSON.stringify(state) },
  ];
}

export function kimiCodeLogs(startMs: number): readonly DemoLog[] {
  const clock = new Clock(startMs);
  const records: Json[] = [{ type: 'metadata', protocol_version: '1.4', created_at: startMs }];
  const add = (type: string, fields: Json, ms: number): void => {
    clock.next(ms);
    records.push({ type, ...fields, time: clock.now });
  };
  const event = (more: Json, ms: number): void => add('context.append_loop_event', { event: more }, ms);
  const call = (toolCallId: string, name: string, args: Json, end: Json): void => {
    const place = { turnId: '0', step: 1, stepUuid: 's1' };
    event({ type: 'tool.call', uuid: toolCallId, ...place, toolCallId, name, args }, 2000);
    event({ type: 'tool.result', parentUuid: toolCallId, toolCallId, result: end }, 400);
  };
  const text = { type: 'text', text: PROMPT };
  add('config.update', { cwd: CWD, modelAlias: 'kimi-k2', systemPrompt: 'Be brief.' }, 10);
  add('permission.set_mode', { mode: 'auto' }, 10);
  add('turn.prompt', { input: [text], origin: { kind: 'user' } }, 500);
  call('Read_0', 'Read', { path: 'hives.md' }, { output: NUMBERED });
  call(
    'Bash_1',
    'Bash',
    { command: 'grep -c frames hives.md' },
    { output: '0\nCommand failed with exit code: 1.', isError: true },
  );
  call('Write_2', 'Write', { path: 'short.md', content: SHORT }, { output: `Wrote ${SHORT.length} bytes to short.md` });
  const usage = { inputOther: 800, output: 70, inputCacheRead: 300, inputCacheCreation: 0 };
  event({ type: 'content.part', uuid: 'p1', stepUuid: 's1', part: { type: 'text', text: ANSWER } }, 1300);
  event({ type: 'step.end', uuid: 's1', usage, finishReason: 'stop' }, 10);
  add('usage.record', { model: 'kimi-k2', usage, usageScope: 'turn' }, 10);
  const folder = '.kimi-code/sessions/wd_meadow_0a1b/session_d0000001-0000-4000-8000-000000000018';
  const state = { title: 'Hives with Kimi Code', isCustomTitle: false, workDir: CWD };
  return [
    { path: `${folder}/agents/main/wire.jsonl`, text: lines(records) },
    { path: `${folder}/state.json`, text: JSON.stringify(state) },
  ];
}
