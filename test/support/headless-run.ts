// Made-up streams of headless runs for tests: what `claude -p --output-format stream-json` and `codex exec --json` print.

import { assistantMessage, type Json } from './claude-log.ts';

export const HEADLESS_SESSION = '77777777-2222-4333-8444-555555555555';
export const EXEC_THREAD = '019a0000-0000-7000-8000-000000000001';

/** Records of a stream, numbered so that ids are the same on every run. */
export class HeadlessRun {
  readonly records: Json[] = [];
  readonly session: string;

  constructor(session = HEADLESS_SESSION) {
    this.session = session;
    this.add('system', {
      subtype: 'init',
      cwd: '/home/dev/orchard',
      tools: ['Bash'],
      mcp_servers: [],
      model: 'model-one',
      permissionMode: 'default',
      claude_code_version: '2.1.100',
    });
  }

  add(type: string, fields: Json): this {
    const uuid = `${this.session.slice(0, 8)}-0000-4000-8000-${String(this.records.length + 1).padStart(12, '0')}`;
    this.records.push({ type, ...fields, session_id: this.session, uuid });
    return this;
  }

  call(id: string, name: string, input: unknown, parent: string | null = null): this {
    const message = assistantMessage(`msg_${id}`, [{ type: 'tool_use', id, name, input }], 2);
    return this.add('assistant', { message, parent_tool_use_id: parent });
  }

  result(id: string, content: unknown, fields: Json = {}, parent: string | null = null): this {
    const { isError, ...rest } = fields;
    const block = { tool_use_id: id, type: 'tool_result', content, ...(isError === true ? { is_error: true } : {}) };
    return this.add('user', { message: { role: 'user', content: [block] }, parent_tool_use_id: parent, ...rest });
  }

  end(fields: Json = {}): this {
    return this.add('result', {
      subtype: 'success',
      is_error: false,
      duration_ms: 9000,
      duration_api_ms: 7000,
      num_turns: 3,
      result: 'done',
      total_cost_usd: 0.25,
      permission_denials: [],
      ...fields,
    });
  }

  text(): string {
    return linesOf(this.records);
  }
}

export function linesOf(records: readonly Json[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** The same records as if they had come in at these seconds of a minute. */
export function stamped(
  records: readonly Json[],
  seconds: (i: number) => number,
  heldMs?: (i: number) => number,
): Json[] {
  return records.map((record, i) => ({
    ...record,
    '@received': new Date(Date.UTC(2026, 2, 1, 9, 0, 0) + seconds(i) * 1000).toISOString(),
    ...(heldMs === undefined || heldMs(i) === 0 ? {} : { '@held': heldMs(i) }),
  }));
}

/** A run with a bit of everything: worked, failed, went through a subagent, was refused. */
export function sampleRun(): HeadlessRun {
  return new HeadlessRun()
    .call('t1', 'Bash', { command: 'npm run weigh' })
    .result('t1', '12 pears', {
      tool_use_result: { stdout: '12 pears', stderr: '', interrupted: false, isImage: false },
    })
    .call('t2', 'Bash', { command: 'npm test' })
    .result('t2', 'Exit code 1\n1 failing', { isError: true, tool_use_result: 'Error: Exit code 1\n1 failing' })
    .call('t3', 'Task', { description: 'count', prompt: 'count the pears', subagent_type: 'counter' })
    .add('user', {
      message: { role: 'user', content: [{ type: 'text', text: 'count the pears' }] },
      parent_tool_use_id: 't3',
    })
    .call('t4', 'Read', { file_path: '/home/dev/orchard/pears' }, 't3')
    .result('t4', '1\tpear', {}, 't3')
    .result('t3', [{ type: 'text', text: '12' }])
    .call('t5', 'Write', { file_path: '/home/dev/orchard/plums', content: 'plum' })
    .result('t5', "Claude requested permissions to write to /home/dev/orchard/plums, but you haven't granted it yet.", {
      isError: true,
    })
    .end({
      usage: { input_tokens: 40, output_tokens: 300 },
      modelUsage: {
        'model-one': { inputTokens: 40, outputTokens: 300, cacheReadInputTokens: 50, cacheCreationInputTokens: 20 },
        'model-small': { inputTokens: 9, outputTokens: 3, cacheReadInputTokens: 0, cacheCreationInputTokens: 0 },
      },
      permission_denials: [
        {
          tool_name: 'Write',
          tool_use_id: 't5',
          tool_input: { file_path: '/home/dev/orchard/plums', content: 'plum' },
        },
      ],
    });
}

export function item(step: 'started' | 'updated' | 'completed', fields: Json): Json {
  return { type: `item.${step}`, item: fields };
}

function command(id: string, line: string, fields: Json): Json {
  return { id, type: 'command_execution', command: line, aggregated_output: '', exit_code: null, ...fields };
}

/** What a run of Codex prints. */
export function sampleExec(): Json[] {
  const weigh = "/bin/bash -lc 'npm run weigh'";
  const server = { type: 'mcp_tool_call', server: 'scales', tool: 'weigh', arguments: { what: 'pears' } };
  return [
    { type: 'thread.started', thread_id: EXEC_THREAD },
    { type: 'turn.started' },
    item('completed', { id: 'item_0', type: 'reasoning', text: 'weigh first' }),
    item('started', command('item_1', weigh, { status: 'in_progress' })),
    item('completed', command('item_1', weigh, { aggregated_output: '12 pears\n', exit_code: 0, status: 'completed' })),
    item('started', command('item_2', 'npm test', { status: 'in_progress' })),
    item(
      'completed',
      command('item_2', 'npm test', { aggregated_output: '1 failing', exit_code: 1, status: 'failed' }),
    ),
    item('completed', command('item_3', 'rm -rf pears', { exit_code: -1, status: 'declined' })),
    item('completed', {
      id: 'item_4',
      type: 'file_change',
      changes: [
        { path: 'pears.md', kind: 'add' },
        { path: 'plums.md', kind: 'update' },
      ],
      status: 'completed',
    }),
    item('started', { id: 'item_5', ...server, result: null, error: null, status: 'in_progress' }),
    item('completed', { id: 'item_5', ...server, result: null, error: { message: 'no scales' }, status: 'failed' }),
    item('started', { id: 'ws_1', type: 'web_search', query: '', action: { type: 'other' } }),
    item('completed', { id: 'ws_1', type: 'web_search', query: 'pears', action: { type: 'search', query: 'pears' } }),
    item('started', { id: 'item_6', type: 'todo_list', items: [{ text: 'weigh', completed: false }] }),
    item('updated', { id: 'item_6', type: 'todo_list', items: [{ text: 'weigh', completed: true }] }),
    item('completed', { id: 'item_6', type: 'todo_list', items: [{ text: 'weigh', completed: true }] }),
    item('completed', { id: 'item_7', type: 'agent_message', text: '12 pears.' }),
    { type: 'turn.completed', usage: { input_tokens: 900, cached_input_tokens: 600, output_tokens: 50 } },
  ];
}
