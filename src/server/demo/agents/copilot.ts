// The demo's sessions of GitHub Copilot: on the command line, and in VS Code, whose transcripts have no results.

import { ANSWER, Clock, CWD, type DemoLog, HIVES, type Json, lines, PROMPT, SHORT } from './errand.ts';

/** Events, each linked to the one before. */
class Events {
  readonly records: Json[] = [];
  readonly #clock: Clock;

  constructor(startMs: number) {
    this.#clock = new Clock(startMs);
  }

  add(type: string, data: Json, ms: number): void {
    const parentId = this.records.at(-1)?.['id'] ?? null;
    this.records.push({ type, data, id: `e${this.records.length}`, timestamp: this.#clock.next(ms), parentId });
  }

  ask(toolCallId: string, name: string, args: Json): void {
    const toolRequests = [{ toolCallId, name, arguments: args }];
    const about = { messageId: `m-${toolCallId}`, model: 'claude-sonnet-4.5', content: '', outputTokens: 40 };
    this.add('assistant.message', { ...about, toolRequests }, 2300);
    this.add('tool.execution_start', { toolCallId, toolName: name, arguments: args }, 5);
  }

  answer(): void {
    const about = { messageId: 'm-last', model: 'claude-sonnet-4.5', outputTokens: 25 };
    this.add('assistant.message', { ...about, content: ANSWER, toolRequests: [] }, 1600);
  }
}

export function copilotLog(startMs: number): DemoLog {
  const sessionId = 'd0000001-0000-4000-8000-000000000014';
  const events = new Events(startMs);
  const about = { version: 1, producer: 'copilot-agent', copilotVersion: '1.0.74' };
  events.add('session.start', { sessionId, ...about, context: { cwd: CWD, branch: 'main' } }, 0);
  events.add('user.message', { content: PROMPT }, 500);
  const end = (toolCallId: string, content: string): void =>
    events.add('tool.execution_complete', { toolCallId, success: true, result: { content } }, 350);
  events.ask('call_view', 'view', { path: `${CWD}/hives.md` });
  end('call_view', HIVES);
  const command = { command: 'grep -c frames hives.md', description: 'Count frames' };
  events.ask('call_bash', 'bash', command);
  const permissionRequest = { kind: 'shell', toolCallId: 'call_bash', intention: 'Count frames' };
  events.add('permission.requested', { requestId: 'p1', permissionRequest }, 10);
  events.add('permission.completed', { requestId: 'p1', result: { kind: 'approved' } }, 6200);
  end('call_bash', '0\n<exited with exit code 1>');
  events.ask('call_create', 'create', { path: `${CWD}/short.md`, file_text: SHORT });
  end('call_create', `Created file ${CWD}/short.md with ${SHORT.length} characters`);
  events.answer();
  return { path: `.copilot/session-state/${sessionId}/events.jsonl`, text: lines(events.records) };
}

export function copilotVscodeLog(startMs: number): DemoLog {
  const sessionId = 'd0000001-0000-4000-8000-000000000015';
  const events = new Events(startMs);
  const about = { version: 1, producer: 'copilot-agent', copilotVersion: '0.47.0', vscodeVersion: '1.119.0' };
  events.add('session.start', { sessionId, ...about }, 0);
  events.add('user.message', { content: PROMPT }, 500);
  events.ask('call_read', 'read_file', { filePath: `${CWD}/hives.md`, startLine: 1, endLine: 3 });
  events.add('tool.execution_complete', { toolCallId: 'call_read', success: true }, 80);
  events.ask('call_create', 'create_file', { filePath: `${CWD}/short.md`, content: SHORT });
  events.add('tool.execution_complete', { toolCallId: 'call_create', success: false }, 120);
  events.answer();
  const folder = 'Code/User/workspaceStorage/0a1b2c/GitHub.copilot-chat/transcripts';
  return { path: `${folder}/${sessionId}.jsonl`, text: lines(events.records) };
}
