// Writes made-up chats of Gemini CLI for tests, as lines or as the document of older versions.

import type { Json } from './claude-log.ts';

export const GEMINI_START = Date.UTC(2026, 6, 1, 9);
export const GEMINI_SESSION = '0aa11bb2-0000-4000-8000-00000000a3e1';

export interface GeminiCall {
  readonly id: string;
  readonly name: string;
  readonly args: Json;
  readonly status?: string;
  readonly output?: string;
  readonly more?: Json;
}

export class GeminiLog {
  readonly records: Json[] = [];
  readonly session: string;
  readonly head: Json;
  #now = GEMINI_START;
  #made = 0;

  constructor(head: Json = {}, session = GEMINI_SESSION) {
    this.session = session;
    const startTime = new Date(this.#now).toISOString();
    this.head = { sessionId: session, projectHash: 'f00d', startTime, lastUpdated: startTime, kind: 'main', ...head };
    this.records.push(this.head);
  }

  get file(): string {
    return `.gemini/tmp/garden/chats/session-2026-07-01T09-00-${this.session.slice(0, 8)}.jsonl`;
  }

  get now(): number {
    return this.#now;
  }

  time(afterMs = 1000): string {
    this.#now += afterMs;
    return new Date(this.#now).toISOString();
  }

  /** A message; the name of one that was written before takes its place. */
  message(type: string, more: Json, id = `m${this.#made++}`): string {
    const timestamp = this.time();
    this.records.push({ id, timestamp, type, content: '', ...more });
    return id;
  }

  prompt(text: string): this {
    this.message('user', { content: [{ text }] });
    return this;
  }

  callRecord({ id, name, args, status = 'success', output = '', more = {} }: GeminiCall): Json {
    const response = status === 'success' ? { output } : { error: output };
    const result = [{ functionResponse: { id, name, response } }];
    return { id, name, args, result, status, timestamp: this.time(), displayName: name, ...more };
  }

  /** A message of the model, written once when it has spoken and again with its calls. */
  calls(calls: readonly GeminiCall[], more: Json = {}): string {
    const said = { content: 'Let me see.', model: 'gemini-9', thoughts: [], ...more };
    const id = this.message('gemini', said);
    const first = this.records.at(-1) ?? {};
    const tokens = { input: 100, output: 20, cached: 60, thoughts: 5, tool: 0, total: 125 };
    this.records.push({ ...first, tokens, toolCalls: calls.map((call) => this.callRecord(call)) });
    return id;
  }

  set(changes: Json): this {
    this.records.push({ $set: changes });
    return this;
  }

  rewind(id: string): this {
    this.records.push({ $rewindTo: id });
    return this;
  }

  lines(): string[] {
    return this.records.map((record) => `${JSON.stringify(record)}\n`);
  }

  text(): string {
    return this.lines().join('');
  }

  /** The same as one document: the last of each message. */
  document(): string {
    const messages = new Map<unknown, Json>();
    for (const record of this.records) if ('id' in record) messages.set(record['id'], record);
    return JSON.stringify({ ...this.head, messages: [...messages.values()] }, null, 2);
  }
}
