// Made-up logs of Kimi CLI and Kimi Code for tests, written the way the agents write them.

import type { Json } from './claude-log.ts';

const START = Date.UTC(2026, 2, 1, 9);

/** A wire file of Kimi CLI: times are seconds with a fraction. */
export class KimiLog {
  readonly records: Json[] = [{ type: 'metadata', protocol_version: '1.10' }];
  #ms = START;

  add(type: string, payload: Json, afterMs = 1000): this {
    this.#ms += afterMs;
    this.records.push({ timestamp: this.#ms / 1000, message: { type, payload } });
    return this;
  }

  /** A message of a subagent, as its parent's log repeats it. */
  mirror(agent: string, call: string, type: string, payload: Json, afterMs = 1000): this {
    const event = { type, payload };
    return this.add(
      'SubagentEvent',
      { parent_tool_call_id: call, agent_id: agent, subagent_type: 'coder', event },
      afterMs,
    );
  }

  call(id: string, name: string, args: string): this {
    return this.add('ToolCall', callOf(id, name, args));
  }

  piece(text: string): this {
    return this.add('ToolCallPart', { arguments_part: text });
  }

  result(id: string, output: string, message = '', isError = false, display: unknown[] = []): this {
    return this.add('ToolResult', resultOf(id, output, message, isError, display));
  }

  lines(): string[] {
    return this.records.map((record) => `${JSON.stringify(record)}\n`);
  }

  text(): string {
    return this.lines().join('');
  }
}

export function callOf(id: string, name: string, args: string): Json {
  return { type: 'function', id, function: { name, arguments: args }, extras: null };
}

export function resultOf(id: string, output: string, message = '', isError = false, display: unknown[] = []): Json {
  return { tool_call_id: id, return_value: { is_error: isError, output, message, display, extras: null } };
}

/** A wire file of Kimi Code: times are milliseconds. */
export class KimiCodeLog {
  readonly records: Json[] = [{ type: 'metadata', protocol_version: '1.4', created_at: START }];
  #ms = START;

  add(type: string, fields: Json, afterMs = 1000): this {
    this.#ms += afterMs;
    this.records.push({ type, ...fields, time: this.#ms });
    return this;
  }

  event(event: Json): this {
    return this.add('context.append_loop_event', { event });
  }

  call(id: string, name: string, args: Json): this {
    return this.event({
      type: 'tool.call',
      uuid: id,
      turnId: '0',
      step: 1,
      stepUuid: 's1',
      toolCallId: id,
      name,
      args,
    });
  }

  result(id: string, output: string, isError = false): this {
    const result = { output, ...(isError ? { isError } : {}) };
    return this.event({ type: 'tool.result', parentUuid: id, toolCallId: id, result });
  }

  lines(): string[] {
    return this.records.map((record) => `${JSON.stringify(record)}\n`);
  }

  text(): string {
    return this.lines().join('');
  }
}
