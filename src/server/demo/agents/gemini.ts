// The demo's session of Gemini CLI.

import { ANSWER, Clock, CWD, type DemoLog, HIVES, type Json, lines, PROMPT, SHORT } from './errand.ts';

export function geminiLog(startMs: number): DemoLog {
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
