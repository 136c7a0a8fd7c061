// Made-up Codex records for the demo: the lines of a rollout.

import type { Json } from './claude-script.ts';

export class CodexScript {
  readonly thread: string;
  readonly file: string;
  readonly #lines: string[] = [];
  #clockMs: number;
  #turns = 0;

  constructor(startMs: number, cwd: string) {
    this.#clockMs = startMs;
    const time = startMs.toString(16).padStart(12, '0');
    this.thread = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000001`;
    const name = new Date(startMs).toISOString().slice(0, 19).replaceAll(':', '-');
    this.file = `rollout-${name}-${this.thread}.jsonl`;
    this.line('session_meta', {
      id: this.thread,
      timestamp: new Date(startMs).toISOString(),
      cwd,
      originator: 'codex_cli_rs',
      cli_version: '0.150.0',
      source: 'cli',
    });
  }

  wait(ms: number): this {
    this.#clockMs += ms;
    return this;
  }

  line(type: string, payload: Json): this {
    this.#lines.push(`${JSON.stringify({ timestamp: new Date(this.#clockMs).toISOString(), type, payload })}\n`);
    this.#clockMs += 300;
    return this;
  }

  prompt(text: string, cwd: string): this {
    const turn = `${this.thread.slice(0, 24)}${String(1000 + ++this.#turns).padStart(12, '0')}`;
    this.line('event_msg', { type: 'task_started', turn_id: turn, started_at: Math.floor(this.#clockMs / 1000) });
    this.line('turn_context', { turn_id: turn, cwd, approval_policy: 'on-request', model: 'gpt-5.2-codex' });
    this.line('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
    return this.line('event_msg', { type: 'user_message', message: text });
  }

  say(text: string): this {
    this.wait(1500);
    this.line('response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
    return this.line('event_msg', { type: 'agent_message', message: text });
  }

  call(id: string, name: string, input: unknown, output: string, ms = 600): this {
    this.wait(1200);
    const isText = typeof input === 'string';
    this.line(
      'response_item',
      isText
        ? { type: 'custom_tool_call', status: 'completed', call_id: id, name, input }
        : { type: 'function_call', name, arguments: JSON.stringify(input), call_id: id },
    );
    this.wait(ms);
    const type = isText ? 'custom_tool_call_output' : 'function_call_output';
    return this.line('response_item', { type, call_id: id, output });
  }

  text(): string {
    return this.#lines.join('');
  }
}

/** An output as Codex writes it, with exit code and time. */
export function exited(code: number, seconds: number, body: string): string {
  return `Chunk ID: d3m0a1\nWall time: ${seconds.toFixed(4)} seconds\nProcess exited with code ${code}\nOriginal token count: 12\nOutput:\n${body}`;
}
