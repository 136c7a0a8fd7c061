// One small session of pi, Gemini CLI and Qwen Code each for the demo: the same errand, as each of them writes it down.

import type { Json } from './claude-script.ts';

/** A log, by its path below the folder of the logs. */
export interface DemoLog {
  readonly path: string;
  readonly text: string;
}

const CWD = '/home/dev/meadow';
const PROMPT = 'Which hives have less than ten frames? Write them down.';
const ANSWER = 'Two hives have less than ten frames: the elm and the lime. They are in short.md.';
const HIVES = 'oak: 12\nelm: 8\nlime: 9\n';
const SHORT = 'elm: 8\nlime: 9\n';

/** A clock that goes forward with every look. */
class Clock {
  #now: number;

  constructor(startMs: number) {
    this.#now = startMs;
  }

  next(ms: number): string {
    this.#now += ms;
    return new Date(this.#now).toISOString();
  }

  get now(): number {
    return this.#now;
  }
}

function lines(records: readonly Json[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

function piLog(startMs: number): DemoLog {
  const clock = new Clock(startMs);
  const id = 'd0000001-0000-7000-8000-000000000011';
  const start = clock.next(0);
  const records: Json[] = [{ type: 'session', version: 3, id, timestamp: start, cwd: CWD }];
  const entry = (type: string, more: Json, ms: number): void => {
    const timestamp = clock.next(ms);
    const parentId = records.length === 1 ? null : records.at(-1)?.['id'];
    records.push({
      type,
      id: (0xbee0000 + records.length).toString(16).padStart(8, '0'),
      parentId,
      timestamp,
      ...more,
    });
  };
  const message = (body: Json, ms: number): void =>
    entry('message', { message: { ...body, timestamp: clock.now } }, ms);
  const cost = { input: 0.002, output: 0.004, cacheRead: 0, cacheWrite: 0, total: 0.006 };
  const usage = { input: 900, output: 60, cacheRead: 0, cacheWrite: 0, totalTokens: 960, cost };
  const about = { api: 'anthropic-messages', provider: 'anthropic', model: 'claude-sonnet-4-5', usage };
  const call = (name: string, args: Json, text: string, more: Json = { isError: false }): void => {
    const toolCallId = `toolu_pi_${name}`;
    const content = [{ type: 'toolCall', id: toolCallId, name, arguments: args }];
    message({ role: 'assistant', content, ...about, stopReason: 'toolUse' }, 2400);
    message({ role: 'toolResult', toolCallId, toolName: name, content: [{ type: 'text', text }], ...more }, 300);
  };
  message({ role: 'user', content: [{ type: 'text', text: PROMPT }] }, 500);
  call('find', { pattern: '*.md' }, 'hives.md\nREADME.md');
  call('read', { path: 'hives.md' }, HIVES);
  call('bash', { command: 'grep -c frames hives.md' }, '0\n\n\nCommand exited with code 1', {
    isError: true,
    details: {},
  });
  call('write', { path: 'short.md', content: SHORT }, `Successfully wrote ${SHORT.length} bytes to short.md`);
  message({ role: 'assistant', content: [{ type: 'text', text: ANSWER }], ...about, stopReason: 'stop' }, 1800);
  entry('session_info', { name: 'Hives with pi' }, 200);
  const name = start.replaceAll(/[:.]/g, '-');
  return { path: `pi/agent/sessions/--home-dev-meadow--/${name}_${id}.jsonl`, text: lines(records) };
}

function geminiLog(startMs: number): DemoLog {
  const clock = new Clock(startMs);
  const sessionId = 'd0000001-0000-4000-8000-000000000012';
  const start = clock.next(0);
  const records: Json[] = [
    { sessionId, projectHash: 'meadow', startTime: start, lastUpdated: start, kind: 'main', directories: [CWD] },
    { id: 'g-1', timestamp: clock.next(500), type: 'user', content: [{ text: PROMPT }] },
  ];
  const call = (name: string, args: Json, output: string, more: Json = { status: 'success' }): void => {
    const id = `${name}_${clock.now}_0`;
    const said = {
      id: `g-${records.length}`,
      timestamp: clock.next(2600),
      type: 'gemini',
      content: '',
      thoughts: [{ subject: 'Looking', description: `Next: ${name}.`, timestamp: clock.next(0) }],
      tokens: { input: 1200, output: 40, cached: 800, thoughts: 25, tool: 0, total: 1265 },
      model: 'gemini-2.5-pro',
    };
    const response = more['status'] === 'success' ? { output } : { error: output };
    const result = [{ functionResponse: { id, name, response } }];
    records.push(said, { ...said, toolCalls: [{ id, name, args, result, timestamp: clock.next(400), ...more }] });
  };
  call('list_directory', { dir_path: '.' }, `Directory listing for ${CWD}:\n[DIR] notes\nhives.md`);
  call('read_file', { file_path: 'hives.md' }, HIVES);
  call(
    'run_shell_command',
    { command: 'rm hives.md', description: 'Tidy up' },
    '[Operation Cancelled] Reason: User denied execution.',
    {
      status: 'cancelled',
    },
  );
  call(
    'write_file',
    { file_path: 'short.md', content: SHORT },
    `Successfully created and wrote to new file: ${CWD}/short.md.`,
  );
  const last = { id: 'g-last', timestamp: clock.next(1700), type: 'gemini', content: ANSWER, model: 'gemini-2.5-pro' };
  records.push(last, { $set: { summary: 'Hives with Gemini CLI', lastUpdated: clock.next(0) } });
  return {
    path: `.gemini/tmp/meadow/chats/session-${start.slice(0, 16).replace(':', '-')}-d0000001.jsonl`,
    text: lines(records),
  };
}

function qwenLog(startMs: number): DemoLog {
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

const HOUR_MS = 3_600_000;

export function otherAgents(now: number): readonly DemoLog[] {
  return [piLog(now - 5 * HOUR_MS), geminiLog(now - 30 * HOUR_MS), qwenLog(now - 54 * HOUR_MS)];
}
