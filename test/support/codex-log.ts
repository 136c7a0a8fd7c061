// Made-up Codex rollouts for tests: small builders for lines, written the way the agent writes them.

export type Json = Record<string, unknown>;

export const CODEX_START = Date.UTC(2026, 2, 1, 9, 0, 0);

/** An id as Codex makes them for threads and turns: version 7, which begins with its time. */
export function idOfTime(ms: number, n: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(n).padStart(12, '0')}`;
}

export interface CodexLogOptions {
  readonly thread?: string;
  /** Fields of the first line beside the usual ones. */
  readonly meta?: Json;
  /** Every line has its number, as in paginated files. */
  readonly numbered?: boolean;
  /** The format of 2025: no envelope. */
  readonly bare?: boolean;
  readonly startMs?: number;
}

/** Writes a rollout line by line, one second apart; ids and times are the same on every run. */
export class CodexLog {
  readonly thread: string;
  readonly records: Json[] = [];
  #clockMs: number;
  #turns = 0;
  #turn: string | null = null;
  readonly #options: CodexLogOptions;

  constructor(options: CodexLogOptions = {}) {
    this.#options = options;
    this.#clockMs = options.startMs ?? CODEX_START;
    this.thread = options.thread ?? idOfTime(this.#clockMs, 1);
    const timestamp = this.#now();
    if (options.bare === true) this.raw({ id: this.thread, timestamp, instructions: null, git: null, ...options.meta });
    else {
      this.line('session_meta', {
        id: this.thread,
        timestamp,
        cwd: '/home/dev/orchard',
        originator: 'codex_cli_rs',
        cli_version: '0.150.0',
        source: 'cli',
        ...options.meta,
      });
    }
  }

  /** The name Codex would give the file. */
  get file(): string {
    const name = new Date(this.#options.startMs ?? CODEX_START).toISOString().slice(0, 19).replaceAll(':', '-');
    return `rollout-${name}-${this.thread}.jsonl`;
  }

  get turn(): string | null {
    return this.#turn;
  }

  get nowMs(): number {
    return this.#clockMs;
  }

  #now(): string {
    return new Date(this.#clockMs).toISOString();
  }

  /** Moves the log's clock. The next line comes a second later still. */
  wait(ms: number): this {
    this.#clockMs += ms;
    return this;
  }

  /** Any record, as it is. */
  raw(record: Json): this {
    this.records.push(record);
    return this;
  }

  line(type: string, payload: unknown): this {
    const ordinal = this.#options.numbered === true ? { ordinal: this.records.length } : {};
    this.raw({ timestamp: this.#now(), ...ordinal, type, payload });
    this.#clockMs += 1000;
    return this;
  }

  /** A line without any time before the next one. */
  burst(type: string, payload: unknown): this {
    return this.line(type, payload).wait(-1000);
  }

  item(payload: Json): this {
    if (this.#options.bare !== true) return this.line('response_item', payload);
    this.raw(payload);
    this.#clockMs += 1000;
    return this;
  }

  event(type: string, fields: Json = {}): this {
    return this.line('event_msg', { type, ...fields });
  }

  /** An item as paginated files keep them. */
  completed(item: Json, beside: Json = {}): this {
    return this.event('item_completed', { thread_id: this.thread, turn_id: this.#turn, item, ...beside });
  }

  /** A turn begins: its start, its settings, and what the person asked for. */
  prompt(text: string): this {
    this.#turns++;
    this.#turn = idOfTime(this.#clockMs, 1000 + this.#turns);
    this.event('task_started', { turn_id: this.#turn, started_at: Math.floor(this.#clockMs / 1000) });
    this.line('turn_context', {
      turn_id: this.#turn,
      cwd: '/home/dev/orchard',
      approval_policy: 'on-request',
      model: 'model-one',
    });
    this.item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
    return this.event('user_message', { message: text });
  }

  say(text: string): this {
    this.item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
    return this.event('agent_message', { message: text });
  }

  call(id: string, name: string, input: unknown, fields: Json = {}): this {
    return this.item({ type: 'function_call', name, arguments: JSON.stringify(input), call_id: id, ...fields });
  }

  custom(id: string, name: string, input: string): this {
    return this.item({ type: 'custom_tool_call', status: 'completed', call_id: id, name, input });
  }

  output(id: string, output: unknown): this {
    return this.item({ type: 'function_call_output', call_id: id, output });
  }

  customOutput(id: string, output: unknown): this {
    return this.item({ type: 'custom_tool_call_output', call_id: id, output });
  }

  /** The count after a response: what it took, and the total so far. */
  tokens(total: Json | null, last: Json | null): this {
    const info = total === null ? null : { total_token_usage: total, last_token_usage: last };
    return this.event('token_count', { info, rate_limits: { primary: { used_percent: 1 } } });
  }

  lines(): string[] {
    return this.records.map((record) => `${JSON.stringify(record)}\n`);
  }

  text(): string {
    return this.lines().join('');
  }
}

/** The heads with which outputs say how a command went. */
export const said = {
  exited: (code: number, seconds = 0.5, body = 'out') =>
    `Chunk ID: a1b2c3\nWall time: ${seconds.toFixed(4)} seconds\nProcess exited with code ${code}\nOriginal token count: 2\nOutput:\n${body}`,
  running: (session: number, seconds = 10) =>
    `Chunk ID: a1b2c3\nWall time: ${seconds.toFixed(4)} seconds\nProcess running with session ID ${session}\nOutput:\n`,
  coded: (code: number, seconds = 0.5, body = 'out') =>
    `Exit code: ${code}\nWall time: ${seconds} seconds\nOutput:\n${body}`,
  metadata: (code: number, seconds = 0.5, output = 'out') =>
    JSON.stringify({ output, metadata: { exit_code: code, duration_seconds: seconds } }),
  script: (how: string, seconds = 0.5, body = 'out') => [
    { type: 'input_text', text: `Script ${how}\nWall time ${seconds} seconds\nOutput:\n` },
    { type: 'input_text', text: body },
  ],
} as const;
