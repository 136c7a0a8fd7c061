// Tests what stands around the calls of a Codex rollout: forks, rollbacks, subagents, tokens, and the ways it is written.

import { describe, expect, it } from 'vitest';
import { addsUp } from '../../src/model/ledger.ts';
import type { Session } from '../../src/model/session.ts';
import { CODEX_START, CodexLog, idOfTime, said } from '../support/codex-log.ts';
import { callNamed, essence, readFiles, readOne } from '../support/read.ts';
import { zstd } from '../support/zstd.ts';

const HOUR = 3_600_000;

async function read(...logs: CodexLog[]): Promise<Session[]> {
  const sessions = await readFiles(Object.fromEntries(logs.map((log) => [log.file, log.text()])));
  expect(sessions.flatMap(({ sources }) => sources).filter(({ ledger }) => !addsUp(ledger))).toEqual([]);
  return sessions;
}

function ids(session: Session | undefined): string[] | undefined {
  return session?.calls.map(({ callId }) => callId);
}

function replayed(session: Session | undefined): number | undefined {
  return session?.sources[0]?.ledger.ignored.get('replayed parent line');
}

function parentLog(): CodexLog {
  return new CodexLog()
    .prompt('plant a tree')
    .call('p1', 'exec_command', { cmd: 'ls' })
    .output('p1', said.exited(0))
    .tokens({ input_tokens: 100, output_tokens: 10 }, { input_tokens: 100, output_tokens: 10 });
}

/** The parent's lines as a fork copies them: all at once, with new times. */
function copyInto(child: CodexLog, parent: CodexLog): void {
  for (const { type, payload } of parent.records) child.burst(String(type), payload);
}

describe('forks', () => {
  it('drop their parent’s lines, and the ledger says how many', async () => {
    const parent = parentLog();
    const startMs = CODEX_START + HOUR;
    const child = new CodexLog({ startMs, meta: { forked_from_id: parent.thread } });
    copyInto(child, parent);
    child.prompt('and another').call('f1', 'exec_command', { cmd: 'ls' }).output('f1', said.exited(1));
    const [first, second] = await read(parent, child);
    expect([ids(first), ids(second)]).toEqual([['p1'], ['f1']]);
    expect([replayed(first), replayed(second)]).toEqual([undefined, parent.records.length]);
    expect(second?.fields.forkedFrom).toBe(parent.thread);
    expect([first?.usage.length, second?.usage.length]).toEqual([1, 0]);
    expect(second?.messages.map(({ preview }) => preview)).toEqual(['and another']);
  });

  it('keep what they copied where the parent is not there, and are named by it for want of a prompt', async () => {
    const parent = parentLog();
    const named = new CodexLog({ startMs: CODEX_START + HOUR, meta: { forked_from_id: parent.thread } });
    // In 2025 only the meta of the parent, among its lines, says whose they are.
    const unnamed = new CodexLog({ startMs: CODEX_START + HOUR });
    for (const child of [named, unnamed]) {
      copyInto(child, parent);
      const [alone] = await read(child);
      expect(alone?.problems.map(({ code }) => code)).toEqual(['parent-log-missing']);
      expect(alone?.fields.title).toBe('plant a tree');
      child.prompt('and another');
      const [own] = await read(child);
      expect(own?.fields.title).toBe('and another');
    }
  });

  it('read all of it when the history is only referred to', async () => {
    const parent = parentLog();
    const startMs = CODEX_START + HOUR;
    const base = { thread_id: parent.thread, end_ordinal_exclusive: 5 };
    const child = new CodexLog({
      startMs,
      numbered: true,
      meta: { forked_from_id: parent.thread, history_base: base },
    });
    child.prompt('go on').call('f1', 'exec_command', { cmd: 'ls' }).output('f1', said.exited(0));
    const [, second] = await read(parent, child);
    expect([ids(second), replayed(second)]).toEqual([['f1'], undefined]);
  });

  it('take the border of a paginated copy at its word', async () => {
    const parent = parentLog();
    const source = { subagent: { thread_spawn: { parent_thread_id: parent.thread, depth: 1 } } };
    const border = 1 + parent.records.length;
    const startMs = CODEX_START + HOUR;
    const child = new CodexLog({ startMs, numbered: true, meta: { source, subagent_history_start_ordinal: border } });
    copyInto(child, parent);
    child.call('f1', 'exec_command', { cmd: 'ls' }).output('f1', said.exited(0));
    const [, second] = await read(parent, child);
    expect([ids(second), replayed(second)]).toEqual([['f1'], parent.records.length]);
  });

  it('are not seen where a thread repeats its own first line', async () => {
    const log = parentLog();
    log.wait(HOUR).raw({ ...log.records[0], timestamp: new Date(log.nowMs).toISOString() });
    log.prompt('later').call('p2', 'exec_command', { cmd: 'ls' }).output('p2', said.exited(0));
    const [session] = await read(log);
    expect([ids(session), replayed(session)]).toEqual([['p1', 'p2'], undefined]);
  });
});

describe('rollbacks', () => {
  it('flag the calls of the turns they took back, and only those', async () => {
    const log = new CodexLog().prompt('one').call('c1', 'exec_command', { cmd: 'a' }).output('c1', said.exited(0));
    log.prompt('two').call('c2', 'exec_command', { cmd: 'b' }).output('c2', said.exited(0));
    log.prompt('three').call('c3', 'exec_command', { cmd: 'c' }).output('c3', said.exited(0));
    log.event('thread_rolled_back', { num_turns: 2 });
    log.prompt('four').call('c4', 'exec_command', { cmd: 'd' }).output('c4', said.exited(0));
    const [session] = await read(log);
    expect(session?.calls.map(({ callId, turn, flags }) => [callId, turn, flags])).toEqual([
      ['c1', 1, []],
      ['c2', 2, ['rolled-back']],
      ['c3', 3, ['rolled-back']],
      ['c4', 4, []],
    ]);
  });

  it('add up, and count once if their line is there twice', async () => {
    const log = new CodexLog();
    for (const n of [1, 2, 3]) log.prompt(`${n}`).call(`c${n}`, 'exec_command', { cmd: 'a' }).output(`c${n}`, '');
    log.event('thread_rolled_back', { num_turns: 1 });
    log.raw(log.records.at(-1) ?? {}).event('thread_rolled_back', { num_turns: 1 });
    const [session] = await read(log);
    expect(session?.calls.map(({ callId, flags }) => [callId, flags])).toEqual([
      ['c1', []],
      ['c2', ['rolled-back']],
      ['c3', ['rolled-back']],
    ]);
  });
});

describe('subagents', () => {
  const CHILD = idOfTime(CODEX_START + 60_000, 2);

  function childOf(parent: CodexLog): CodexLog {
    const spawn = { parent_thread_id: parent.thread, depth: 1, agent_path: '/root/pruner', agent_role: 'worker' };
    const meta = { source: { subagent: { thread_spawn: spawn } }, parent_thread_id: parent.thread };
    return new CodexLog({ thread: CHILD, startMs: CODEX_START + 60_000, meta });
  }

  it('have a session of their own that leads back, and end the call that started them', async () => {
    const parent = new CodexLog().prompt('prune the trees');
    parent.call('s1', 'spawn_agent', { task_name: 'pruner', message: 'prune' }, { namespace: 'collaboration' });
    parent.event('sub_agent_activity', {
      kind: 'started',
      event_id: 's1',
      agent_thread_id: CHILD,
      agent_path: '/root/pruner',
    });
    parent.output('s1', JSON.stringify({ task_name: '/root/pruner' })).wait(60_000);
    parent.item({
      type: 'agent_message',
      author: '/root/pruner',
      recipient: '/root',
      content: [{ type: 'output_text', text: 'Message Type: FINAL_ANSWER\nPayload:\nAll pruned.' }],
    });
    const child = childOf(parent).prompt('prune').call('k1', 'exec_command', { cmd: 'prune' });
    const [first, second] = await read(parent, child.output('k1', said.exited(0)));
    expect(first?.calls.map(({ callId, tool, status, agentId }) => [callId, tool, status, agentId])).toEqual([
      ['s1', 'collaboration/spawn_agent', 'ok', CHILD],
    ]);
    expect(first?.calls[0]).toMatchObject({
      duration: { ms: 63_000, basis: 'notification', bound: 'at-most' },
      background: { kind: 'agent', taskId: CHILD, endedVia: 'notification' },
    });
    expect(second).toMatchObject({ id: CHILD, fields: { parentSession: parent.thread, title: '/root/pruner' } });
    expect(ids(second)).toEqual(['k1']);
  });

  it('end when waiting for them says so', async () => {
    const parent = new CodexLog().prompt('go').call('s1', 'spawn_agent', { message: 'prune' });
    parent.output('s1', JSON.stringify({ agent_id: CHILD, nickname: 'Pear' }));
    parent.call('w1', 'wait_agent', { targets: [CHILD], timeout_ms: 1000 });
    parent.output('w1', JSON.stringify({ status: { [CHILD]: { errored: 'out of ladders' } }, timed_out: false }));
    const [session] = await read(parent);
    expect(session?.calls.map(({ callId, status, failure }) => [callId, status, failure?.message])).toEqual([
      ['s1', 'error', 'out of ladders'],
      ['w1', 'ok', undefined],
    ]);
  });
});

describe('tokens', () => {
  it('are counted once, however often the count is repeated', async () => {
    const one = { input_tokens: 100, cached_input_tokens: 60, output_tokens: 10, reasoning_output_tokens: 4 };
    const two = { input_tokens: 250, cached_input_tokens: 160, output_tokens: 30, reasoning_output_tokens: 5 };
    const last = { input_tokens: 150, cached_input_tokens: 100, output_tokens: 20, reasoning_output_tokens: 1 };
    const log = new CodexLog().prompt('go').tokens(null, null).tokens(one, one).tokens(one, one);
    const [session] = await read(log.tokens(two, last).tokens(two, last));
    expect(session?.usage).toEqual([
      {
        model: 'model-one',
        messages: 2,
        usage: { input: 90, output: 30, cacheRead: 160, cacheWrite: 0, reasoning: 5 },
      },
    ]);
  });

  it('are taken from usage records where there are such', async () => {
    const log = new CodexLog().prompt('go');
    for (const output of [5, 20]) {
      log.line('token_usage_record', { response_id: 'resp_1', usage: { input_tokens: 100, output_tokens: output } });
      log.tokens({ input_tokens: 100, output_tokens: output }, { input_tokens: 100, output_tokens: output });
    }
    const [session] = await read(log);
    expect(session?.usage.map(({ messages, usage }) => [messages, usage.output])).toEqual([[1, 20]]);
  });
});

describe('ways of writing', () => {
  it('reads the bare lines of 2025', async () => {
    const log = new CodexLog({ bare: true, thread: '5973b6c0-94b8-487b-a530-2aeb6098ae0e' });
    log.raw({ record_type: 'state' });
    log.item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'list the trees' }] });
    log.item({ type: 'reasoning', summary: [], encrypted_content: 'x' });
    log.call('c1', 'shell', { command: ['bash', '-lc', 'ls trees'] }).output('c1', said.metadata(0, 0.2));
    log.item({
      type: 'local_shell_call',
      call_id: 'c2',
      status: 'completed',
      action: { type: 'exec', command: ['pwd'] },
    });
    log.output('c2', said.metadata(1, 0.1));
    const [session] = await read(log);
    expect(session?.id).toBe(log.thread);
    expect(
      session?.calls.map(({ callId, toolId, summary, status, duration }) => [
        callId,
        toolId,
        summary,
        status,
        duration?.ms,
      ]),
    ).toEqual([
      ['c1', 'shell', 'ls trees', 'ok', 200],
      ['c2', 'shell', 'pwd', 'error', 100],
    ]);
    expect(session?.sources[0]?.ledger.problems.size).toBe(0);
  });

  it('reads a paginated file that has nothing but items', async () => {
    const log = new CodexLog({ numbered: true, meta: { history_mode: 'paginated' } });
    log.completed({ type: 'UserMessage', id: 'u1', content: [{ type: 'text', text: 'build it' }] });
    const span = (ms: number) => ({ started_at_ms: log.nowMs - ms, completed_at_ms: log.nowMs });
    log.completed(
      {
        type: 'CommandExecution',
        id: 'exec-1',
        command: ['bash', '-lc', 'make'],
        cwd: 'file:///home/dev/orchard',
        source: 'agent',
        status: 'completed',
        exit_code: 0,
        aggregated_output: 'built',
      },
      span(1500),
    );
    log.completed(
      {
        type: 'FileChange',
        id: 'exec-2',
        status: 'completed',
        changes: { 'src/plum.ts': { type: 'add', content: 'plum\n' } },
      },
      span(20),
    );
    log.completed(
      {
        type: 'McpToolCall',
        id: 'exec-3',
        server: 'orchard',
        tool: 'count',
        arguments: {},
        status: 'failed',
        error: { message: 'gone' },
      },
      span(300),
    );
    log.completed({ type: 'CommandExecution', id: 'u2', command: ['ls'], source: 'user_shell', exit_code: 0 });
    log.completed({ type: 'AgentMessage', id: 'a1', content: [{ type: 'Text', text: 'Built.' }] });
    const [session] = await read(log);
    expect(
      session?.calls.map(({ callId, toolId, status, summary, duration }) => [
        callId,
        toolId,
        status,
        summary,
        duration?.ms,
      ]),
    ).toEqual([
      ['exec-1', 'shell', 'ok', 'make', 1500],
      ['exec-2', 'edit', 'ok', 'src/plum.ts (new) +1', 20],
      ['exec-3', 'mcp', 'error', expect.stringContaining('count'), 300],
    ]);
    expect(session?.messages.map(({ what, preview }) => [what, preview])).toEqual([
      ['prompt', 'build it'],
      ['shell', 'ls'],
      ['answer', 'Built.'],
    ]);
  });

  it('reads compressed rollouts like plain ones, also while they are written', async () => {
    const log = parentLog();
    const plain = essence(await read(log));
    expect(essence(await readFiles({ [`${log.file}.zst`]: zstd(log.text()) }))).toEqual(plain);
    expect(essence(await readFiles({ [`${log.file}.zst`]: zstd(log.text(), { isOpen: true }) }))).toEqual(plain);
  });

  it('does not end a line at U+2028, and keeps the text', async () => {
    const log = new CodexLog().prompt('a\u2028b').call('c1', 'exec_command', { cmd: 'printf "\u2028\u0085"' });
    const session = await readOne({ [log.file]: log.output('c1', said.exited(0, 0.5, 'x\u2028y')).text() });
    expect(session.sources[0]?.ledger).toMatchObject({ lines: log.records.length, problems: new Map() });
    expect(callNamed(session, 'c1').status).toBe('ok');
  });

  it('leaves a half-written last line alone', async () => {
    const log = new CodexLog().prompt('go').call('c1', 'exec_command', { cmd: 'ls' });
    const whole = log.text();
    const half = whole + (log.output('c1', said.exited(0)).lines().at(-1) ?? '').slice(0, 60);
    const session = await readOne({ [log.file]: half });
    expect(session.sources[0]?.ledger).toMatchObject({
      lines: log.records.length,
      problems: new Map(),
      ignored: new Map([
        ['half-written last line', 1],
        ['state: turn began', 1],
        ['twin of a response item', 1],
      ]),
    });
    expect(callNamed(session, 'c1').status).toBe('lost');
    const soon = await readOne({ [log.file]: half }, log.nowMs + 1000);
    expect(callNamed(soon, 'c1').status).toBe('running');
  });

  it('counts what no build writes as problems and unknowns, and reads on', async () => {
    const log = new CodexLog()
      .prompt('go')
      .line('telepathy', { thought: 1 })
      .event('telepathy')
      .item({ type: 'telepathy' });
    log.raw({ some: 'thing' }).line('response_item', 'text').item({ role: 5 });
    log.call('c1', 'exec_command', { cmd: 'ls' }).output('c1', said.exited(0));
    const [session] = await read(log);
    expect(session?.sources[0]?.ledger).toMatchObject({
      unknown: new Map([
        ['telepathy', 1],
        ['event_msg/telepathy', 1],
        ['response_item/telepathy', 1],
      ]),
      problems: new Map([
        ['not-a-codex-record', 1],
        ['no-payload', 1],
        ['no-item-type', 1],
      ]),
    });
    expect(ids(session)).toEqual(['c1']);
  });
});
