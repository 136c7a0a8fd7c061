// Tests that a chat of VS Code is one session from both sources: requests from its transcript; results, times, hooks and tokens
// from the database of its spans; and neither counted twice.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addsUp } from '../../src/model/ledger.ts';
import type { Session } from '../../src/model/session.ts';
import { readSessions } from '../../src/reading/many-sessions/read-library.ts';
import { discover } from '../../src/sources/discover.ts';
import { loadDriver, type SqlValue } from '../../src/sqlite/driver.ts';
import { LONG_AFTER, newFolder } from '../index/support.ts';

const CHAT = 'c0000001-0000-4000-8000-000000000001';
const START = Date.UTC(2026, 6, 1, 9);
const READ = 'call_AAAAAAAAAAAAAAAAAAAAAAAA';
const FAILS = 'call_BBBBBBBBBBBBBBBBBBBBBBBB';
const STOPPED = 'toolu_CCCCCCCCCCCCCCCCCCCCCCCC';
const BARE = 'call_DDDDDDDDDDDDDDDDDDDDDDDD';

type Columns = Readonly<Record<string, SqlValue>>;

class Traces {
  readonly #database;
  #count = 0;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.#database = new (loadDriver().DatabaseSync)(path, { readOnly: false });
    this.#database.exec(`CREATE TABLE spans (span_id TEXT PRIMARY KEY, trace_id TEXT NOT NULL, parent_span_id TEXT, name TEXT NOT NULL,
        start_time_ms INTEGER NOT NULL, end_time_ms INTEGER NOT NULL, status_code INTEGER NOT NULL DEFAULT 0, status_message TEXT,
        operation_name TEXT, provider_name TEXT, agent_name TEXT, conversation_id TEXT, request_model TEXT, response_model TEXT,
        input_tokens INTEGER, output_tokens INTEGER, cached_tokens INTEGER, reasoning_tokens INTEGER, tool_name TEXT, tool_call_id TEXT,
        tool_type TEXT, chat_session_id TEXT, turn_index INTEGER, ttft_ms REAL);
      CREATE TABLE span_attributes (span_id TEXT NOT NULL, key TEXT NOT NULL, value TEXT, PRIMARY KEY (span_id, key))`);
  }

  span(columns: Columns, attributes: Readonly<Record<string, string>> = {}): void {
    const id = `span${++this.#count}`;
    const row: Columns = {
      span_id: id,
      trace_id: 't',
      name: String(columns['operation_name']),
      chat_session_id: CHAT,
      ...columns,
    };
    const names = Object.keys(row);
    const sql = `INSERT INTO spans (${names.join()}) VALUES (${names.map(() => '?').join()})`;
    this.#database.prepare(sql).run(...Object.values(row));
    for (const [key, value] of Object.entries(attributes))
      this.#database.prepare('INSERT INTO span_attributes VALUES (?, ?, ?)').run(id, key, value);
  }

  tool(id: string, tool: string, from: number, to: number, result: string | null, more: Columns = {}): void {
    const times = { start_time_ms: START + from, end_time_ms: START + to + 0.25 };
    const base = { operation_name: 'execute_tool', status_code: 1, tool_name: tool, tool_call_id: id };
    this.span(
      { ...base, ...times, ...more },
      {
        'gen_ai.tool.call.arguments': '{"filePath":"/home/dev/orchard/pear.ts"}',
        ...(result === null ? {} : { 'gen_ai.tool.call.result': result }),
      },
    );
  }

  close(): void {
    this.#database.close();
  }
}

/** An answer built as a prompt, as the editing tools give it. */
const TREE = JSON.stringify({
  node: {
    type: 1,
    children: [
      { type: 2, text: 'Edited:' },
      { type: 1, children: [{ type: 2, text: '\npear.ts' }] },
    ],
  },
});

function writeTraces(folder: string): void {
  const traces = new Traces(join(folder, 'User/globalStorage/github.copilot-chat/agent-traces.db'));
  const at = { start_time_ms: START, end_time_ms: START + 9000 };
  // The program's own, before the model asked for anything; and one of a tool, inside of its call.
  traces.tool('', 'manage_todo_list', 10, 12, 'No todo list found.');
  traces.tool(READ, 'vscode_internal', 1010, 1020, 'inside', { chat_session_id: null });
  traces.tool(READ, 'read_file', 1000, 1400, TREE);
  const hook = { operation_name: 'execute_hook', status_code: 1, start_time_ms: START + 900, end_time_ms: START + 950 };
  traces.span(hook, {
    'copilot_chat.hook_type': 'PreToolUse',
    'copilot_chat.hook_command': 'guard',
    'copilot_chat.hook_result_kind': 'success',
    'copilot_chat.hook_input': JSON.stringify({ tool_use_id: `${READ}__vscode-17`, cwd: '/home/dev/orchard' }),
  });
  traces.tool(FAILS, 'read_file', 2000, 2100, null, { status_code: 2, status_message: 'No such file' });
  traces.tool(STOPPED, 'run_in_terminal', 3000, 3900, null, { status_code: 2, status_message: 'Canceled' });
  traces.tool(BARE, 'create_file', 4000, 4040, null);
  traces.tool('call_1', 'read_file', 5000, 5100, 'one of many that are called so');
  traces.span({
    ...{ ...at, operation_name: 'chat', request_model: 'pear-1', response_model: 'pear-1-may' },
    ...{ input_tokens: 1000, cached_tokens: 300, output_tokens: 40 },
  });
  traces.span(
    { ...at, operation_name: 'invoke_agent', status_code: 1, input_tokens: 1000, output_tokens: 40 },
    { 'copilot_chat.user_request': 'Pick the pears', 'copilot_chat.repo.head_branch_name': 'main' },
  );
  traces.span({ ...at, operation_name: 'dream' });
  // Of another feature: it names no chat.
  traces.span({ ...at, operation_name: 'chat', chat_session_id: null, input_tokens: 5, output_tokens: 5 });
  traces.close();
}

function writeTranscript(folder: string): void {
  let number = 0;
  let parentId: string | null = null;
  const line = (type: string, data: object, ms: number): string => {
    const id = `e${++number}`;
    const record = { type, data, id, timestamp: new Date(START + ms).toISOString(), parentId };
    parentId = id;
    return `${JSON.stringify(record)}\n`;
  };
  const ask = (toolCallId: string, name: string): object => ({
    toolCallId,
    name,
    arguments: '{"filePath":"/home/dev/orchard/pear.ts"}',
    type: 'function',
  });
  const text = [
    line('session.start', { sessionId: CHAT, vscodeVersion: '1.119.0' }, 0),
    line('user.message', { content: 'Pick the pears' }, 5),
    line('assistant.message', { messageId: 'm1', content: '', toolRequests: [ask(READ, 'read_file')] }, 990),
    line('tool.execution_start', { toolCallId: READ, toolName: 'read_file' }, 995),
    line('tool.execution_complete', { toolCallId: READ, success: true }, 1450),
    line('assistant.message', { messageId: 'm2', toolRequests: [ask(`${FAILS}__vscode-18`, 'read_file')] }, 1990),
    line('tool.execution_start', { toolCallId: `${FAILS}__vscode-18`, toolName: 'read_file' }, 1995),
    line('tool.execution_complete', { toolCallId: `${FAILS}__vscode-18`, success: false }, 2110),
    // Its span is not there yet, or no more.
    line(
      'assistant.message',
      { messageId: 'm3', toolRequests: [ask('call_EEEEEEEEEEEEEEEEEEEEEEEE', 'grep_search')] },
      6000,
    ),
    line('tool.execution_complete', { toolCallId: 'call_EEEEEEEEEEEEEEEEEEEEEEEE', success: true }, 6100),
  ];
  const path = join(folder, `User/workspaceStorage/0a/GitHub.copilot-chat/transcripts/${CHAT}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.join(''));
}

async function read(folder: string): Promise<Session[]> {
  const sessions: Session[] = [];
  for await (const session of readSessions(await discover([folder]), { now: LONG_AFTER })) sessions.push(session);
  return sessions;
}

function told({ calls }: Session): string[] {
  return calls.map(({ callId, tool, status, duration, requestedAt }) => {
    const time = duration === null ? 'no time' : `${duration.bound} ${duration.ms}`;
    return `${callId.slice(0, 8)} ${tool} ${status} ${time} from ${(requestedAt ?? 0) - START}`;
  });
}

describe('traces of VS Code', () => {
  it('are a session where there is no transcript', async () => {
    const folder = newFolder();
    writeTraces(folder);
    const [session, ...others] = await read(folder);
    expect(others).toEqual([]);
    if (session === undefined) throw new Error('No session was found.');
    expect([session.agent, session.id, session.fields]).toMatchObject([
      'copilot-vscode',
      CHAT,
      { title: 'Pick the pears', gitBranch: 'main', cwd: '/home/dev/orchard' },
    ]);
    expect(told(session)).toEqual([
      'call_AAA read_file ok at-most 400 from 1000',
      'call_BBB read_file error at-most 100 from 2000',
      'toolu_CC run_in_terminal interrupted at-most 900 from 3000',
      'call_DDD create_file unknown at-most 40 from 4000',
    ]);
    const [ledger] = session.sources.map((source) => source.ledger);
    if (ledger === undefined) throw new Error('No ledger.');
    expect([addsUp(ledger), ledger.lines, Object.fromEntries(ledger.unknown)]).toEqual([true, 10, { 'span dream': 1 }]);
    expect(session.usage.map(({ model, usage }) => [model, usage.input, usage.cacheRead, usage.output])).toEqual([
      ['pear-1-may', 700, 300, 40],
    ]);
  });

  it('complete the calls of a transcript, and double none', async () => {
    const folder = newFolder();
    writeTraces(folder);
    writeTranscript(folder);
    const [session, ...others] = await read(folder);
    expect(others).toEqual([]);
    if (session === undefined) throw new Error('No session was found.');
    expect(told(session)).toEqual([
      'call_AAA read_file ok at-most 400 from 990',
      'call_BBB read_file error at-most 105 from 1990',
      'call_EEE grep_search unknown at-most 100 from 6000',
      'toolu_CC run_in_terminal interrupted at-most 900 from 3000',
      'call_DDD create_file unknown at-most 40 from 4000',
    ]);
    const [first, second] = session.calls;
    expect(first?.hooks.map(({ event, command, durationMs }) => [event, command, durationMs])).toEqual([
      ['PreToolUse', 'guard', 50],
    ]);
    expect(second?.failure).toMatchObject({ message: 'No such file' });
    expect(first?.flags).not.toContain('conflicting-results');
    expect(session.sources.every(({ ledger }) => addsUp(ledger))).toBe(true);
    expect(session.problems).toEqual([]);
  });

  it('of another kind of database are none', async () => {
    const folder = newFolder();
    const database = new (loadDriver().DatabaseSync)(join(folder, 'agent-traces.db'), { readOnly: false });
    database.exec('CREATE TABLE pears (id TEXT)');
    database.close();
    expect(await read(folder)).toEqual([]);
  });
});
