// The demo's session of OpenCode, as `opencode export` writes it.

import { ANSWER, Clock, CWD, type DemoLog, HIVES, type Json, PROMPT, SHORT } from './errand.ts';

const SESSION = 'ses_d0000001demo0016';

export function openCodeLog(startMs: number): DemoLog {
  const clock = new Clock(startMs);
  const messages: Json[] = [];
  const message = (role: string, about: Json, parts: readonly Json[]): void => {
    const messageID = `msg_${messages.length}`;
    const info = { id: messageID, sessionID: SESSION, role, time: { created: clock.now }, ...about };
    const named = parts.map((part, i) => ({
      id: `prt_${messages.length}_${i}`,
      messageID,
      sessionID: SESSION,
      ...part,
    }));
    messages.push({ info, parts: named });
  };
  const model = { modelID: 'claude-sonnet-4-5', providerID: 'anthropic', mode: 'build' };
  const tokens = { input: 900, output: 60, reasoning: 0, cache: { read: 400, write: 0 } };
  const finish = (reason: string): Json => ({ type: 'step-finish', reason, tokens, cost: 0.005 });
  const call = (tool: string, input: Json, end: Json): void => {
    clock.next(2200);
    const start = clock.now;
    clock.next(400);
    const state = { status: 'completed', input, title: '', metadata: {}, ...end, time: { start, end: clock.now } };
    message('assistant', model, [{ type: 'tool', callID: `call_${tool}`, tool, state }, finish('tool-calls')]);
  };
  clock.next(500);
  message('user', { agent: 'build', model }, [{ type: 'text', text: PROMPT }]);
  call('read', { filePath: `${CWD}/hives.md` }, { output: HIVES });
  call(
    'bash',
    { command: 'grep -c frames hives.md', description: 'Count frames' },
    { output: '0\n', metadata: { output: '0\n', exit: 1, description: 'Count frames' } },
  );
  call('write', { filePath: `${CWD}/short.md`, content: SHORT }, { output: 'Wrote file successfully.' });
  clock.next(1500);
  message('assistant', model, [{ type: 'text', text: ANSWER }, finish('stop')]);
  const time = { created: startMs, updated: clock.now };
  const info = { id: SESSION, slug: 'hives', directory: CWD, title: 'Hives with OpenCode', version: '1.17.3', time };
  return { path: `opencode/${SESSION}.json`, text: `${JSON.stringify({ info, messages }, null, 2)}\n` };
}
