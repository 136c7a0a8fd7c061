// Tests logs of Kimi CLI and Kimi Code on made-up ones: arguments in pieces, waits, refusals, ids that start over with every agent.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kimi, kimiCode } from '../../src/formats/kimi/format.ts';
import { formats } from '../../src/formats/registry.ts';
import { addsUp } from '../../src/model/ledger.ts';
import type { Session } from '../../src/model/session.ts';
import { pairCalls } from '../../src/parse/pair-calls.ts';
import { openCall } from '../../src/reading/open-call.ts';
import { growAndRead } from '../support/growth.ts';
import { callOf, KimiCodeLog, KimiLog, resultOf } from '../support/kimi-log.ts';
import { callNamed, essence, readFiles, readOne } from '../support/read.ts';

const HOME = '.kimi/sessions/0a1b2c/s-1';
const FILE = `${HOME}/wire.jsonl`;
const CODE = '.kimi-code/sessions/wd_orchard_0a1b/session_s1';

async function read(files: Readonly<Record<string, string>>): Promise<Session> {
  const session = await readOne(files);
  const ledgers = session.sources.map(({ ledger }) => ledger);
  expect(ledgers.every(addsUp)).toBe(true);
  expect(ledgers.flatMap(({ unknown, problems }) => [...unknown.keys(), ...problems.keys()])).toEqual([]);
  return session;
}

function rows(session: Session): (readonly unknown[])[] {
  return session.calls.map(({ callId, thread, toolId, status, failure }) => [
    callId,
    thread,
    toolId,
    status,
    failure?.code,
  ]);
}

const COMMAND = '{"command": "npm run weigh"}';

/** What the real logs have most of: a call is still being written when the one before it has its result. */
function inPieces(): KimiLog {
  return new KimiLog()
    .add('TurnBegin', { user_input: [{ type: 'text', text: 'weigh the pears' }] })
    .add('StepBegin', { n: 1 })
    .call('t1', 'ReadFile', '{"path": "pears.md"}')
    .call('t2', 'Shell', '{"command": "npm ')
    .result('t1', '     1\tone pear\n', '1 line read from file starting from line 1. End of file reached.')
    .piece('run ')
    .piece('weigh"}')
    .add('StatusUpdate', {
      token_usage: { input_other: 10, output: 2, input_cache_read: 5, input_cache_creation: 0 },
      message_id: 'm1',
      max_context_tokens: 1000,
    })
    .result('t2', '12 pears\n', 'Command executed successfully.')
    .add('ContentPart', { type: 'text', text: '12 pears' })
    .add('TurnEnd', {});
}

describe('Kimi CLI', () => {
  it('arguments in pieces belong to the call that was asked for last', async () => {
    const session = await read({ [FILE]: inPieces().text() });
    expect(session).toMatchObject({ agent: 'kimi', id: 's-1' });
    expect(rows(session)).toEqual([
      ['t1', 'main', 'read', 'ok', undefined],
      ['t2', 'main', 'shell', 'ok', undefined],
    ]);
    const call = callNamed(session, 't2');
    expect(call).toMatchObject({ summary: 'npm run weigh', facts: { exitCode: 0 } });
    // It began when its arguments were there, and not when the first of them was.
    expect(call.duration).toMatchObject({ ms: 2000, bound: 'at-most', basis: 'between-records' });
    expect(session.usage.map(({ usage }) => [usage.input, usage.output, usage.cacheRead])).toEqual([[10, 2, 5]]);
  });

  it('the whole of the arguments is found again in the log, over the lines between', async () => {
    const session = await read({ [FILE]: inPieces().text() });
    const call = callNamed(session, 't2');
    expect(openCall(session, call)).toMatchObject({ rawInput: { command: 'npm run weigh' }, text: expect.any(String) });
  });

  it('and without files, from records alone', () => {
    const [, second] = pairCalls(inPieces().records);
    expect(second?.call).toMatchObject({ callId: 't2', status: 'ok', summary: 'npm run weigh' });
    expect(second?.input).toMatchObject({ command: 'npm run weigh' });
  });

  it('arguments that never become whole are told as far as they came', async () => {
    const log = new KimiLog()
      .call('t1', 'Shell', '{"command": "npm')
      .result('t1', '', 'Error parsing JSON arguments', true);
    expect(rows(await read({ [FILE]: log.text() }))).toEqual([['t1', 'main', 'shell', 'error', 'invalid-input']]);
    const cut = new KimiLog().call('t1', 'Shell', '{"command": "npm').piece(' run');
    expect(rows(await read({ [FILE]: cut.text() }))).toEqual([['t1', 'main', 'shell', 'lost', 'no-result']]);
  });

  it('a wait for a person is told apart from the run', async () => {
    const log = new KimiLog()
      .call('t1', 'Shell', COMMAND)
      .add(
        'ApprovalRequest',
        { id: 'q1', tool_call_id: 't1', sender: 'Shell', action: 'run', description: 'Weigh' },
        10,
      )
      .add('ApprovalResponse', { request_id: 'q1', response: 'approve_for_session' }, 60_000)
      .result('t1', '12\n', 'Command executed successfully.')
      .call('t2', 'Shell', COMMAND)
      .add(
        'ApprovalRequest',
        { id: 'q2', tool_call_id: 't2', sender: 'Shell', action: 'run', description: 'Weigh' },
        10,
      )
      .add('ApprovalResponse', { request_id: 'q2', response: 'reject', feedback: 'count them' }, 5000)
      .result('t2', '', 'The tool call is rejected by the user.', true);
    const session = await read({ [FILE]: log.text() });
    expect(callNamed(session, 't1').permission).toMatchObject({ decision: 'allowed', by: 'user', waitMs: 60_000 });
    expect(callNamed(session, 't1').duration).toMatchObject({ ms: 1000, bound: 'at-most' });
    const refused = callNamed(session, 't2');
    expect(refused).toMatchObject({ status: 'rejected', failure: { code: 'user-rejected' }, feedback: 'count them' });
    expect(refused.permission).toMatchObject({ decision: 'rejected', by: 'user', waitMs: 5000 });
  });

  it('a hook that says no has denied the call', async () => {
    const log = new KimiLog()
      .call('t1', 'Shell', COMMAND)
      .add('HookTriggered', { event: 'PreToolUse', target: 'Shell', hook_count: 1 })
      .add('HookResolved', { event: 'PreToolUse', target: 'Shell', action: 'block', reason: 'no', duration_ms: 641 })
      .result('t1', '', 'no', true, [{ type: 'brief', text: 'Hook blocked' }]);
    const call = callNamed(await read({ [FILE]: log.text() }), 't1');
    expect(call).toMatchObject({ status: 'denied', failure: { code: 'hook-blocked' } });
    expect(call.hooks).toMatchObject([{ event: 'PreToolUse', outcome: 'blocked', durationMs: 641 }]);
  });

  it('what was running when a step was interrupted was interrupted, unless it ends all the same', async () => {
    const log = new KimiLog()
      .call('t1', 'Shell', COMMAND)
      .call('t2', 'Shell', COMMAND)
      .add('StepInterrupted', {})
      .result('t2', '', 'Command executed successfully.');
    expect(rows(await read({ [FILE]: log.text() }))).toEqual([
      ['t1', 'main', 'shell', 'interrupted', 'interrupted'],
      ['t2', 'main', 'shell', 'ok', undefined],
    ]);
  });

  it('a subagent counts once, in its own log and where its parent repeats it', async () => {
    const main = new KimiLog()
      .call('Agent:0', 'Agent', '{"description": "weigh", "prompt": "weigh them"}')
      .mirror('ac1', 'Agent:0', 'TurnBegin', { user_input: 'weigh them' }, 5)
      .mirror('ac1', 'Agent:0', 'ToolCall', callOf('Shell:0', 'Shell', '{"comm'), 5)
      .mirror('ac1', 'Agent:0', 'ToolCallPart', { arguments_part: 'and": "ls"}' }, 5)
      .mirror('ac1', 'Agent:0', 'ToolResult', resultOf('Shell:0', 'pears', 'Command executed successfully.'), 5)
      .call('Shell:0', 'Shell', COMMAND)
      .result('Shell:0', '12', 'Command executed successfully.')
      .result('Agent:0', 'agent_id: ac1\n\n[summary]\n12 pears');
    const own = new KimiLog()
      .add('TurnBegin', { user_input: 'weigh them' }, 1004)
      .add('ToolCall', callOf('Shell:0', 'Shell', '{"comm'), 5)
      .add('ToolCallPart', { arguments_part: 'and": "ls"}' }, 5)
      .add('ToolResult', resultOf('Shell:0', 'pears', 'Command executed successfully.'), 5);
    const expected = [
      ['Agent:0', 'main', 'agent', 'ok', undefined],
      ['Shell:0', 'main', 'shell', 'ok', undefined],
      ['ac1/Shell:0', 'ac1', 'shell', 'ok', undefined],
    ];
    const mirrored = await read({ [FILE]: main.text() });
    const both = await read({ [FILE]: main.text(), [`${HOME}/subagents/ac1/wire.jsonl`]: own.text() });
    for (const session of [mirrored, both]) {
      expect(rows(session).toSorted()).toEqual(expected);
      expect(callNamed(session, 'ac1/Shell:0').parentCall).toBe('Agent:0');
    }
  });

  it('an id that is used again is another call', async () => {
    const log = new KimiLog()
      .call('Shell:0', 'Shell', COMMAND)
      .result('Shell:0', '12', 'Command executed successfully.')
      .call('Shell:0', 'Shell', COMMAND)
      .result('Shell:0', '', 'Command failed with exit code: 2.', true);
    const session = await read({ [FILE]: log.text() });
    expect(session.calls.map(({ occurrence, status }) => [occurrence, status])).toEqual([
      [1, 'ok'],
      [2, 'error'],
    ]);
  });

  it('its title stands beside it', async () => {
    const state = JSON.stringify({ version: 1, custom_title: 'Weighing', title_generated: true });
    const session = await read({ [FILE]: inPieces().text(), [`${HOME}/state.json`]: state });
    expect(session.fields).toMatchObject({ title: 'Weighing', titleBy: 'model' });
  });
});

function codeLog(): KimiCodeLog {
  return new KimiCodeLog()
    .add('config.update', { cwd: '/home/dev/orchard', modelAlias: 'moon/k2', systemPrompt: 'be kind' })
    .add('permission.set_mode', { mode: 'manual' })
    .add('turn.prompt', { input: [{ type: 'text', text: 'weigh' }], origin: { kind: 'user' } })
    .add('context.append_message', {
      message: { role: 'user', content: [{ type: 'text', text: 'weigh' }], toolCalls: [], origin: { kind: 'user' } },
    })
    .add('permission.record_approval_result', {
      turnId: 0,
      toolCallId: 'Bash_0',
      toolName: 'Bash',
      action: 'Running: weigh',
      result: { decision: 'approved', scope: 'session' },
    })
    .call('Bash_0', 'Bash', { command: 'npm run weigh' })
    .result('Bash_0', '12 pears\n')
    .call('Bash_1', 'Bash', { command: 'npm test' })
    .result('Bash_1', '1 failing\nCommand failed with exit code: 1.', true)
    .event({
      type: 'step.end',
      uuid: 's1',
      usage: { inputOther: 10, output: 3, inputCacheRead: 4, inputCacheCreation: 0 },
      finishReason: 'tool_use',
    })
    .add('usage.record', {
      model: 'moon/k2',
      usage: { inputOther: 10, output: 3, inputCacheRead: 4, inputCacheCreation: 0 },
      usageScope: 'turn',
    })
    .call('Agent_2', 'Agent', { description: 'count', prompt: 'count', subagent_type: 'explore' })
    .result('Agent_2', 'agent_id: agent-0\nactual_subagent_type: explore\nstatus: completed\n\n[summary]\n12')
    .add('permission.record_approval_result', {
      turnId: 0,
      toolCallId: 'Write_3',
      toolName: 'Write',
      action: 'Writing plums.md',
      result: { decision: 'rejected', feedback: 'no plums' },
    })
    .call('Write_3', 'Write', { path: 'plums.md', content: 'plum' })
    .result('Write_3', 'The user rejected this.', true)
    .call('Bash_4', 'Bash', { command: 'sleep 100' })
    .add('turn.cancel', {});
}

describe('Kimi Code', () => {
  const files = { [`${CODE}/agents/main/wire.jsonl`]: codeLog().text() };

  it('calls, answers, refusals, tokens and the turn that was cancelled', async () => {
    const session = await read(files);
    expect(session).toMatchObject({ agent: 'kimi-code', id: 'session_s1' });
    expect(session.fields).toMatchObject({ cwd: '/home/dev/orchard', permissionMode: 'manual' });
    expect(rows(session)).toEqual([
      ['Bash_0', 'main', 'shell', 'ok', undefined],
      ['Bash_1', 'main', 'shell', 'error', 'tests-failed'],
      ['Agent_2', 'main', 'agent', 'ok', undefined],
      ['Write_3', 'main', 'write', 'rejected', 'user-rejected'],
      ['Bash_4', 'main', 'shell', 'interrupted', 'interrupted'],
    ]);
    expect(callNamed(session, 'Bash_0')).toMatchObject({
      model: 'moon/k2',
      permission: { decision: 'allowed', by: 'user' },
      duration: { ms: 1000, bound: 'at-most' },
    });
    expect(session.usage.map(({ model, usage }) => [model, usage.input, usage.output])).toEqual([['moon/k2', 10, 3]]);
  });

  it('every agent counts its calls from the start, and is found in its place', async () => {
    const child = new KimiCodeLog().call('Bash_0', 'Bash', { command: 'ls' }).result('Bash_0', 'pears\n');
    const session = await read({ ...files, [`${CODE}/agents/agent-0/wire.jsonl`]: child.text() });
    expect(callNamed(session, 'agent-0/Bash_0')).toMatchObject({
      thread: 'agent-0',
      parentCall: 'Agent_2',
      status: 'ok',
    });
    expect(callNamed(session, 'Bash_0')).toMatchObject({ thread: 'main' });
  });

  it('what is written when a session is taken up again is no end', async () => {
    const text = 'Tool execution was interrupted before its result was recorded. Run it again.';
    const log = new KimiCodeLog().call('Bash_0', 'Bash', { command: 'ls' }).result('Bash_0', text, true);
    const call = callNamed(await read({ [`${CODE}/agents/main/wire.jsonl`]: log.text() }), 'Bash_0');
    expect(call).toMatchObject({ status: 'interrupted', duration: null });
  });

  it('title and folder stand beside it', async () => {
    const state = JSON.stringify({ title: 'Weighing', isCustomTitle: true, workDir: '/home/dev/orchard' });
    const session = await read({ ...files, [`${CODE}/state.json`]: state });
    expect(session.fields).toMatchObject({ title: 'Weighing', titleBy: 'user', cwd: '/home/dev/orchard' });
  });
});

describe('logs that are being written', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 });

  it.each([
    { format: kimi, session: 's-1', file: FILE, lines: inPieces().lines() },
    { format: kimiCode, session: 'session_s1', file: `${CODE}/agents/main/wire.jsonl`, lines: codeLog().lines() },
  ])('$format.title: bit by bit, over restarts, or whole', async (log) => {
    await fc.assert(
      fc.asyncProperty(sizes, async (some) => {
        const { grown, whole } = await growAndRead({ ...log, sizes: some });
        expect(grown).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['Kimi CLI', FILE, inPieces().lines()],
    ['Kimi Code', `${CODE}/agents/main/wire.jsonl`, codeLog().lines()],
  ])('%s: lines that are written twice are no second calls', async (_name, file, lines) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }), async (twice) => {
        const text = lines.map((line, i) => (twice[i % twice.length] === true ? line + line : line)).join('');
        expect(essence(await readFiles({ [file]: text }))).toEqual(
          essence(await readFiles({ [file]: lines.join('') })),
        );
      }),
      { numRuns: 20 },
    );
  });
});

describe('whose a file is', () => {
  it('no other format is sure of their lines', () => {
    const sure = (record: Record<string, unknown>): string[] =>
      formats.filter((format) => format.recognise(record) > 0.5).map(({ agent }) => agent);
    for (const record of inPieces().records) expect(sure(record)).toEqual(['kimi']);
    for (const record of codeLog().records) expect(sure(record)).toEqual(['kimi-code']);
  });

  it('places', () => {
    const at = (env: Record<string, string>) =>
      [kimi, kimiCode]
        .flatMap((format) => format.roots({ env, home: '/home/you' }))
        .map(({ path, from }) => [path, from]);
    expect(at({})).toEqual([
      ['/home/you/.kimi/sessions', 'default'],
      ['/home/you/.kimi-code/sessions', 'default'],
    ]);
    expect(at({ KIMI_SHARE_DIR: '/a/', KIMI_CODE_HOME: 'C:\\k' })).toEqual([
      ['/a/sessions', 'KIMI_SHARE_DIR'],
      ['C:\\k/sessions', 'KIMI_CODE_HOME'],
    ]);
    const windows = 'C:\\Users\\you\\.kimi-code\\sessions\\wd_x_1\\session_1\\';
    expect(kimiCode.role(`${windows}agents\\agent-0\\wire.jsonl`)).toEqual({
      kind: 'log',
      session: 'session_1',
      thread: 'agent-0',
    });
    expect(kimiCode.role(`${windows}state.json`)).toEqual({ kind: 'side', what: 'state' });
    expect(kimi.role(`/home/you/${HOME}/context.jsonl`)).toMatchObject({ kind: 'skip' });
    expect(kimi.role('/work/wire.jsonl')).toBeUndefined();
  });
});
