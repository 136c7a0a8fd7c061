// Made-up Claude Code logs for tests: small builders for records, written the way the agent writes them.

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type Json = Record<string, unknown>;

const START = Date.UTC(2026, 2, 1, 9, 0, 0);

/** Numbers records so that ids and times are the same in every run. */
export class ClaudeLog {
  readonly session: string;
  readonly records: Json[] = [];
  #clockMs = START;
  #count = 0;
  #last: string | null = null;
  readonly #extra: Json;

  constructor(session = '11111111-2222-4333-8444-555555555555', extra: Json = {}) {
    this.session = session;
    this.#extra = extra;
  }

  /** Moves the log's clock. */
  wait(ms: number): this {
    this.#clockMs += ms;
    return this;
  }

  /** Moves the parent pointer back to an earlier record: the next one starts a new branch. */
  rewindTo(uuid: string | null): this {
    this.#last = uuid;
    return this;
  }

  /** Any record, as it is. */
  raw(record: Json): this {
    this.records.push(record);
    return this;
  }

  /** A conversation record with the usual envelope; returns its uuid. */
  add(type: string, fields: Json): string {
    this.#count++;
    this.#clockMs += 1000;
    const uuid = `${this.session.slice(0, 8)}-0000-4000-8000-${String(this.#count).padStart(12, '0')}`;
    this.records.push({
      parentUuid: this.#last,
      isSidechain: false,
      userType: 'external',
      cwd: '/home/dev/orchard',
      sessionId: this.session,
      version: '2.1.100',
      gitBranch: 'main',
      type,
      uuid,
      timestamp: new Date(this.#clockMs).toISOString(),
      ...this.#extra,
      ...fields,
    });
    this.#last = uuid;
    return uuid;
  }

  prompt(text: string, fields: Json = {}): string {
    return this.add('user', { message: { role: 'user', content: text }, ...fields });
  }

  say(text: string, message = 'msg_say', fields: Json = {}): string {
    return this.add('assistant', { message: assistantMessage(message, [{ type: 'text', text }]), ...fields });
  }

  call(id: string, name: string, input: unknown, message = `msg_${id}`, fields: Json = {}): string {
    return this.add('assistant', {
      message: assistantMessage(message, [{ type: 'tool_use', id, name, input }]),
      ...fields,
    });
  }

  result(
    id: string,
    content: unknown,
    options: { structured?: unknown; isError?: boolean; fields?: Json } = {},
  ): string {
    const block: Json = { tool_use_id: id, type: 'tool_result', content };
    if (options.isError !== undefined) block['is_error'] = options.isError;
    return this.add('user', {
      message: { role: 'user', content: [block] },
      ...(options.structured === undefined ? {} : { toolUseResult: options.structured }),
      ...options.fields,
    });
  }

  text(): string {
    return this.records.map((record) => `${JSON.stringify(record)}\n`).join('');
  }
}

export function assistantMessage(id: string, content: unknown[], outputTokens = 10): Json {
  return {
    id,
    type: 'message',
    role: 'assistant',
    model: 'model-one',
    content,
    stop_reason: null,
    usage: { input_tokens: 5, output_tokens: outputTokens, cache_read_input_tokens: 7, cache_creation_input_tokens: 3 },
  };
}

/** Makes a new folder with the given files; returns its path. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolscope-test-'));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return folder;
}
