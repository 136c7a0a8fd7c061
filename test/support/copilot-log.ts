// Writes made-up logs of Copilot for tests: events in order, with ids and a clock that only goes forward.

import type { Json } from './claude-log.ts';

export const COPILOT_START = Date.UTC(2026, 6, 1, 9);
export const COPILOT_SESSION = '0aa11bb2-0000-4000-8000-00000000c0de';

export class CopilotLog {
  readonly records: Json[] = [];
  readonly session: string;
  #now = COPILOT_START;

  constructor(start: Json = {}, session = COPILOT_SESSION) {
    this.session = session;
    const context = { cwd: '/work/garden', branch: 'beds' };
    const about = { version: 1, producer: 'copilot-agent', copilotVersion: '1.0.74', context };
    this.event('session.start', { sessionId: session, ...about, ...start });
  }

  get file(): string {
    return `session-state/${this.session}/events.jsonl`;
  }

  get now(): number {
    return this.#now;
  }

  /** One event, a second after the last unless said otherwise. */
  event(type: string, data: Json, { afterMs = 1000, agentId }: { afterMs?: number; agentId?: string } = {}): this {
    this.#now += afterMs;
    const parentId = this.records.at(-1)?.['id'] ?? null;
    const id = `e${this.records.length}`;
    const timestamp = new Date(this.#now).toISOString();
    this.records.push({ type, data, ...(agentId === undefined ? {} : { agentId }), id, timestamp, parentId });
    return this;
  }

  prompt(content: string): this {
    return this.event('user.message', { content });
  }

  ask(messageId: string, requests: readonly { id: string; name: string; args: unknown }[], agentId?: string): this {
    const toolRequests = requests.map(({ id, name, args }) => ({ toolCallId: id, name, arguments: args }));
    const data = { messageId, model: 'claude-opus-4.8', content: '', outputTokens: 10, toolRequests };
    return this.event('assistant.message', data, agentId === undefined ? {} : { agentId });
  }

  start(id: string, name: string, args: unknown, agentId?: string): this {
    const data = { toolCallId: id, toolName: name, arguments: args };
    return this.event('tool.execution_start', data, { afterMs: 1, ...(agentId === undefined ? {} : { agentId }) });
  }

  done(id: string, content: string, agentId?: string): this {
    const data = { toolCallId: id, success: true, result: { content } };
    return this.event('tool.execution_complete', data, agentId === undefined ? {} : { agentId });
  }

  failed(id: string, message: string, code = 'failure'): this {
    return this.event('tool.execution_complete', { toolCallId: id, success: false, error: { message, code } });
  }

  /** A call from its request to its end. */
  call(id: string, name: string, args: unknown, content: string): this {
    return this.ask(`m-${id}`, [{ id, name, args }]).start(id, name, args).done(id, content);
  }

  hook(id: string, type: string, input: Json, end: Json = { success: true }, ms = 50): this {
    const about = { hookInvocationId: id, hookType: type };
    return this.event('hook.start', { ...about, input }, { afterMs: 1 }).event(
      'hook.end',
      { ...about, ...end },
      { afterMs: ms },
    );
  }

  lines(): string[] {
    return this.records.map((record) => `${JSON.stringify(record)}\n`);
  }

  text(): string {
    return this.lines().join('');
  }
}
