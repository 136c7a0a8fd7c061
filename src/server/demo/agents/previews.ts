// The demo's sessions of preview agents: Factory Droid, and Cursor, which logs calls but no results.

import { ANSWER, Clock, CWD, type DemoLog, HIVES, type Json, lines, PROMPT, SHORT } from './errand.ts';

export function droidLogs(startMs: number): readonly DemoLog[] {
  const clock = new Clock(startMs);
  const id = 'd0000001-0000-4000-8000-000000000019';
  const title = 'Hives with Factory Droid';
  const records: Json[] = [{ type: 'session_start', id, title, sessionTitle: title, version: 2, cwd: CWD }];
  const message = (role: string, content: readonly Json[], ms: number): void => {
    const name = `m${records.length}`;
    records.push({ type: 'message', id: name, timestamp: clock.next(ms), message: { role, content } });
  };
  const call = (name: string, input: Json, content: string): void => {
    const callId = `toolu_droid_${name.toLowerCase()}`;
    message('assistant', [{ type: 'tool_use', id: callId, name, input }], 2100);
    message('user', [{ type: 'tool_result', tool_use_id: callId, content }], 500);
  };
  message('user', [{ type: 'text', text: PROMPT }], 500);
  call('Read', { file_path: `${CWD}/hives.md` }, HIVES);
  call('Execute', { command: 'grep -c frames hives.md' }, 'Error: Command failed (exit code: 1)\n0');
  call('Create', { file_path: `${CWD}/short.md`, content: SHORT }, `Successfully created file: ${CWD}/short.md`);
  message('assistant', [{ type: 'text', text: ANSWER }], 1500);
  const tokenUsage = { inputTokens: 2100, outputTokens: 160, cacheCreationTokens: 0, cacheReadTokens: 900 };
  const settings = { model: 'claude-sonnet-4-5', autonomyMode: 'auto-low', tokenUsage };
  const path = `.factory/sessions/-home-dev-meadow/${id}`;
  return [
    { path: `${path}.jsonl`, text: lines(records) },
    { path: `${path}.settings.json`, text: JSON.stringify(settings) },
  ];
}

export function cursorLog(): DemoLog {
  const id = 'd0000001-0000-4000-8000-000000000020';
  const said = (role: string, ...content: readonly Json[]): Json => ({ role, message: { content } });
  const use = (name: string, input: Json): Json => ({ type: 'tool_use', name, input });
  const records = [
    said('user', { type: 'text', text: `<user_query>\n${PROMPT}\n</user_query>` }),
    said('assistant', { type: 'text', text: '[REDACTED]' }, use('Read', { path: `${CWD}/hives.md` })),
    said('assistant', use('Shell', { command: 'grep -c frames hives.md', description: 'Count frames' })),
    said('assistant', use('Write', { path: `${CWD}/short.md`, contents: SHORT })),
    said('assistant', { type: 'text', text: ANSWER }),
    { type: 'turn_ended', status: 'success' },
  ];
  return { path: `.cursor/projects/home-dev-meadow/agent-transcripts/${id}/${id}.jsonl`, text: lines(records) };
}
