// Writes made-up logs of Qwen Code for tests: records linked by parent, with a clock that only goes forward.

import type { Json } from './claude-log.ts';

export const QWEN_START = Date.UTC(2026, 6, 1, 9);
export const QWEN_SESSION = '0aa11bb2-0000-4000-8000-0000000000d3';

export class QwenLog {
  readonly records: Json[] = [];
  readonly session: string;
  #now = QWEN_START;
  #leaf: string | null = null;
  #made = 0;

  constructor(session = QWEN_SESSION) {
    this.session = session;
  }

  get file(): string {
    return `.qwen/projects/-work-garden/chats/${this.session}.jsonl`;
  }

  get leaf(): string | null {
    return this.#leaf;
  }

  get now(): number {
    return this.#now;
  }

  /** Goes back to a record: the next one is its child. */
  goTo(leaf: string | null): this {
    this.#leaf = leaf;
    return this;
  }

  record(type: string, more: Json, uuid = `u${this.#made++}`): this {
    this.#now += 1000;
    this.records.push({
      uuid,
      parentUuid: this.#leaf,
      sessionId: this.session,
      timestamp: new Date(this.#now).toISOString(),
      type,
      cwd: '/work/garden',
      version: '0.22.0',
      gitBranch: 'beds',
      ...more,
    });
    this.#leaf = uuid;
    return this;
  }

  system(subtype: string, systemPayload: Json): this {
    return this.record('system', { subtype, systemPayload });
  }

  prompt(text: string): this {
    return this.record('user', { message: { role: 'user', parts: [{ text }] } });
  }

  ask(calls: readonly { id: string; name: string; args: unknown }[], more: Json = {}): this {
    const parts = calls.map(({ id, name, args }) => ({ functionCall: { id, name, args } }));
    const usageMetadata = {
      promptTokenCount: 100,
      candidatesTokenCount: 20,
      cachedContentTokenCount: 60,
      thoughtsTokenCount: 5,
      totalTokenCount: 120,
    };
    const about = { model: 'qwen9', usageMetadata, contextWindowSize: 262_144 };
    return this.record('assistant', { ...about, message: { role: 'model', parts }, ...more });
  }

  answer(id: string, name: string, text: string, result: Json = { status: 'success' }): this {
    const response = result['status'] === 'success' ? { output: text } : { error: text };
    const message = { role: 'user', parts: [{ functionResponse: { id, name, response } }] };
    return this.record('tool_result', { message, toolCallResult: { callId: id, ...result } });
  }

  /** The program's own telemetry about an ended call. */
  telemetry(event: Json): this {
    const named = { 'event.name': 'qwen-code.tool_call', 'event.timestamp': new Date(this.#now).toISOString() };
    return this.system('ui_telemetry', { uiEvent: { ...named, ...event } });
  }

  lines(): string[] {
    return this.records.map((record) => `${JSON.stringify(record)}\n`);
  }

  text(): string {
    return this.lines().join('');
  }
}
