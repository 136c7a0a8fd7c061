// Writes made-up logs of pi for tests: entries linked by parent, with a clock that only goes forward.

import type { Json } from './claude-log.ts';

export const PI_START = Date.UTC(2026, 6, 1, 9);
export const PI_SESSION = '0aa11bb2-0000-4000-8000-0000000000p1';

export class PiLog {
  readonly records: Json[] = [];
  readonly session: string;
  #now = PI_START;
  #leaf: string | null = null;
  #made = 0;

  constructor(head: Json = {}, session = PI_SESSION) {
    this.session = session;
    const timestamp = new Date(this.#now).toISOString();
    this.records.push({ type: 'session', version: 3, id: session, timestamp, cwd: '/work/garden', ...head });
  }

  get file(): string {
    return `sessions/--work-garden--/2026-07-01T09-00-00-000Z_${this.session}.jsonl`;
  }

  get now(): number {
    return this.#now;
  }

  /** The parent of the next entry. */
  get leaf(): string | null {
    return this.#leaf;
  }

  /** Goes back to an entry, as `/tree` does: the next one is its child. */
  goTo(leaf: string | null): this {
    this.#leaf = leaf;
    return this;
  }

  entry(type: string, more: Json, afterMs = 1000): this {
    this.#now += afterMs;
    const id = (0xa000_0000 + this.#made++).toString(16);
    this.records.push({ type, id, parentId: this.#leaf, timestamp: new Date(this.#now).toISOString(), ...more });
    this.#leaf = id;
    return this;
  }

  message(message: Json, afterMs = 1000): this {
    return this.entry('message', { message: { ...message, timestamp: this.#now } }, afterMs);
  }

  prompt(text: string): this {
    return this.message({ role: 'user', content: [{ type: 'text', text }] });
  }

  ask(calls: readonly { id: string; name: string; args: unknown }[], more: Json = {}): this {
    const content = calls.map(({ id, name, args }) => ({ type: 'toolCall', id, name, arguments: args }));
    const cost = { input: 0.01, output: 0.02, cacheRead: 0, cacheWrite: 0, total: 0.03 };
    const usage = { input: 10, output: 20, cacheRead: 30, cacheWrite: 0, totalTokens: 60, cost };
    const about = { api: 'made-up', provider: 'orchard', model: 'pear-2', usage, stopReason: 'toolUse' };
    return this.message({ role: 'assistant', content, ...about, ...more });
  }

  done(id: string, toolName: string, text: string, more: Json = {}): this {
    const content = [{ type: 'text', text }];
    return this.message({ role: 'toolResult', toolCallId: id, toolName, content, isError: false, ...more });
  }

  failed(id: string, toolName: string, text: string): this {
    return this.done(id, toolName, text, { isError: true, details: {} });
  }

  /** A call from its request to its result. */
  call(id: string, name: string, args: unknown, text: string): this {
    return this.ask([{ id, name, args }]).done(id, name, text);
  }

  lines(): string[] {
    return this.records.map((record) => `${JSON.stringify(record)}\n`);
  }

  text(): string {
    return this.lines().join('');
  }
}
