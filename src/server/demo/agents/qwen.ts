// The demo's session of Qwen Code.

import { ANSWER, Clock, CWD, type DemoLog, type Json, lines, PROMPT, SHORT } from './errand.ts';

export function qwenLog(startMs: number): DemoLog {
  const clock = new Clock(startMs);
  const sessionId = 'd0000001-0000-4000-8000-000000000013';
  const records: Json[] = [];
  const record = (type: string, more: Json, ms: number): void => {
    const parentUuid = records.at(-1)?.['uuid'] ?? null;
    const envelope = { uuid: `q-${records.length}`, parentUuid, sessionId, timestamp: clock.next(ms), type };
    records.push({ ...envelope, cwd: CWD, version: '0.22.0', gitBranch: 'main', ...more });
  };
  const usageMetadata = {
    promptTokenCount: 1100,
    candidatesTokenCount: 50,
    cachedContentTokenCount: 700,
    totalTokenCount: 1150,
  };
  const say = (parts: readonly Json[], ms: number): void =>
    record('assistant', { model: 'qwen3-coder-plus', usageMetadata, message: { role: 'model', parts } }, ms);
  const call = (name: string, args: Json, output: string, decision: string): void => {
    const id = `call_qwen_${records.length}`;
    say([{ functionCall: { id, name, args } }], 2500);
    const message = { role: 'user', parts: [{ functionResponse: { id, name, response: { output } } }] };
    record(
      'tool_result',
      { message, toolCallResult: { callId: id, status: 'success', executionStatus: 'success' } },
      900,
    );
    const measured = { 'event.name': 'qwen-code.tool_call', 'event.timestamp': clock.next(0), duration_ms: 800 };
    const uiEvent = { ...measured, call_id: id, function_name: name, function_args: args, success: true, decision };
    record('system', { subtype: 'ui_telemetry', systemPayload: { uiEvent } }, 1);
  };
  record('user', { message: { role: 'user', parts: [{ text: PROMPT }] } }, 500);
  call(
    'grep_search',
    { pattern: ': [0-9]$' },
    'Found 2 matches for pattern ": [0-9]$" in path ".":\n---\nFile: hives.md\nL2: elm: 8\nL3: lime: 9\n---',
    'auto_accept',
  );
  call(
    'write_file',
    { file_path: `${CWD}/short.md`, content: SHORT },
    `Successfully created and wrote to new file: ${CWD}/short.md.`,
    'accept',
  );
  call(
    'run_shell_command',
    { command: 'wc -l short.md' },
    'Command: wc -l short.md\nDirectory: (root)\nOutput: 2 short.md\nError: (none)\nExit Code: 0\nSignal: (none)',
    'auto_accept',
  );
  say([{ text: ANSWER }], 1500);
  const title = { customTitle: 'Hives with Qwen Code', titleSource: 'auto' };
  record('system', { subtype: 'custom_title', systemPayload: title }, 10);
  return { path: `.qwen/projects/-home-dev-meadow/chats/${sessionId}.jsonl`, text: lines(records) };
}
