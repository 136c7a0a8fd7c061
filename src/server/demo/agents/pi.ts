// The demo's session of pi.

import { ANSWER, Clock, CWD, type DemoLog, HIVES, type Json, lines, PROMPT, SHORT } from './errand.ts';

export function piLog(startMs: number): DemoLog {
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
