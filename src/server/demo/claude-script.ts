// Made-up Claude Code records for the demo, with the envelope that the agent gives them.

export type Json = Record<string, unknown>;

interface ScriptOptions {
  readonly session: string;
  readonly startMs: number;
  readonly cwd: string;
  /** Set for the log of a subagent. */
  readonly agentId?: string;
}

interface ResultOptions {
  readonly structured?: unknown;
  readonly isError?: boolean;
  readonly fields?: Json;
  /** How long the call took. */
  readonly ms?: number;
}

const MODEL = 'claude-opus-4-6';

export class ClaudeScript {
  readonly records: Json[] = [];
  readonly #options: ScriptOptions;
  #clockMs: number;
  #count = 0;
  #messages = 0;
  #last: string | null = null;

  constructor(options: ScriptOptions) {
    this.#options = options;
    this.#clockMs = options.startMs;
  }

  get nowMs(): number {
    return this.#clockMs;
  }

  wait(ms: number): this {
    this.#clockMs += ms;
    return this;
  }

  /** Sets the clock for the records that follow. */
  at(ms: number): this {
    this.#clockMs = ms;
    return this;
  }

  add(type: string, fields: Json): this {
    const { session, cwd, agentId } = this.#options;
    const uuid = `${(agentId ?? session).slice(0, 8).padEnd(8, '0')}-0000-4000-8000-${String(++this.#count).padStart(12, '0')}`;
    this.records.push({
      parentUuid: this.#last,
      isSidechain: agentId !== undefined,
      ...(agentId === undefined ? {} : { agentId }),
      userType: 'external',
      cwd,
      sessionId: session,
      version: '2.1.140',
      gitBranch: 'main',
      type,
      uuid,
      timestamp: new Date(this.#clockMs).toISOString(),
      ...fields,
    });
    this.#last = uuid;
    return this;
  }

  title(text: string): this {
    this.records.push({ type: 'custom-title', customTitle: text, sessionId: this.#options.session });
    return this;
  }

  prompt(text: string, fields: Json = {}): this {
    return this.wait(4000).add('user', { message: { role: 'user', content: text }, ...fields });
  }

  #assistant(content: readonly Json[], output: number): this {
    return this.add('assistant', {
      message: {
        id: `msg_${this.#options.session.slice(0, 4)}${String(this.#messages).padStart(6, '0')}`,
        type: 'message',
        role: 'assistant',
        model: MODEL,
        content,
        stop_reason: null,
        usage: {
          input_tokens: 40,
          output_tokens: output,
          cache_read_input_tokens: 18_000 + this.#count * 120,
          cache_creation_input_tokens: 900,
        },
      },
    });
  }

  think(text: string): this {
    this.#messages++;
    return this.wait(2500).#assistant([{ type: 'thinking', thinking: text, signature: 'demo' }], 120);
  }

  say(text: string): this {
    this.#messages++;
    return this.wait(1800).#assistant([{ type: 'text', text }], 60 + text.length);
  }

  /** Several in a row without `say` between them belong to one message and run side by side. */
  call(id: string, name: string, input: unknown, { together = false }: { readonly together?: boolean } = {}): this {
    if (!together) this.#messages++;
    return this.wait(together ? 10 : 1500).#assistant([{ type: 'tool_use', id, name, input }], 90);
  }

  result(id: string, content: unknown, options: ResultOptions = {}): this {
    const block: Json = { tool_use_id: id, type: 'tool_result', content };
    if (options.isError !== undefined) block['is_error'] = options.isError;
    return this.wait(options.ms ?? 400).add('user', {
      message: { role: 'user', content: [block] },
      ...(options.structured === undefined ? {} : { toolUseResult: options.structured }),
      ...options.fields,
    });
  }

  /** A command and its result. */
  shell(
    id: string,
    command: string,
    stdout: string,
    options: { readonly ms?: number; readonly note?: string } = {},
  ): this {
    this.call(id, 'Bash', { command, description: options.note ?? command });
    return this.result(id, stdout, {
      ms: options.ms ?? 700,
      structured: { stdout, stderr: '', interrupted: false, isImage: false },
    });
  }

  hook(callId: string, event: string, tool: string, fields: Json): this {
    const attachment = { hookName: `${event}:${tool}`, hookEvent: event, toolUseID: callId, ...fields };
    return this.add('attachment', { attachment });
  }

  text(): string {
    return this.records.map((record) => `${JSON.stringify(record)}\n`).join('');
  }
}
