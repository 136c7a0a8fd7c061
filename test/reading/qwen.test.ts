// Tests records of Qwen Code on made-up logs: decisions and durations it tells of itself, branches, forks, subagents.

import { describe, expect, it } from 'vitest';
import { addsUp } from '../../src/model/ledger.ts';
import type { Session } from '../../src/model/session.ts';
import { stagesOf } from '../../src/reading/call-stages.ts';
import { QWEN_SESSION, QwenLog } from '../support/qwen-log.ts';
import { callNamed, readFiles, readOne } from '../support/read.ts';

const SHELL = { command: 'npm run weigh' };
const shell = (id: string) => ({ id, name: 'run_shell_command', args: SHELL });
const OUTPUT = 'Command: npm run weigh\nDirectory: (root)\nOutput: 12\nError: (none)\nExit Code: 0\nSignal: (none)';

async function read(log: QwenLog, more: Record<string, string> = {}): Promise<Session> {
  const session = await readOne({ [log.file]: log.text(), ...more });
  expect(session.sources.every(({ ledger }) => addsUp(ledger) && ledger.problems.size === 0)).toBe(true);
  return session;
}

describe('a call', () => {
  it('is not taken for one of Claude Code, and is known from request to result', async () => {
    const log = new QwenLog()
      .prompt('weigh')
      .ask([shell('c1')])
      .answer('c1', 'run_shell_command', OUTPUT);
    const session = await read(log);
    const call = callNamed(session, 'c1');
    expect(call).toMatchObject({
      agent: 'qwen',
      status: 'ok',
      toolId: 'shell',
      model: 'qwen9',
      facts: { exitCode: 0 },
    });
    expect(call.duration).toMatchObject({ ms: 1000, bound: 'at-most', includes: ['approval', 'hooks'] });
    expect(stagesOf(call)[1]).toMatchObject({ name: 'permission', state: 'not-logged' });
    expect(session.usage.map(({ usage }) => usage)).toEqual([
      { input: 40, output: 20, cacheRead: 60, cacheWrite: 0, reasoning: 5 },
    ]);
    expect(session.fields).toMatchObject({ cwd: '/work/garden', gitBranch: 'beds', version: '0.22.0' });
  });

  it.each([
    ['accept', 'allowed', 'user'],
    ['auto_accept', 'allowed', 'rule'],
    ['modify', 'allowed', 'user'],
  ])('with telemetry says who decided (%s), and took at most so long', async (decision, allowed, by) => {
    const log = new QwenLog().ask([shell('c1')]).answer('c1', 'run_shell_command', OUTPUT);
    log.telemetry({
      call_id: 'c1',
      function_name: 'run_shell_command',
      function_args: SHELL,
      duration_ms: 400,
      decision,
    });
    const call = callNamed(await read(log), 'c1');
    expect(call.permission).toMatchObject({ decision: allowed, by });
    expect(call.duration).toMatchObject({ ms: 400, bound: 'at-most', includes: ['approval'] });
  });

  it('with telemetry of an old version, which names no call, is found by its input', async () => {
    const log = new QwenLog().ask([shell('c1')]).answer('c1', 'run_shell_command', OUTPUT);
    log.telemetry({ function_name: 'run_shell_command', function_args: SHELL, duration_ms: 300, decision: 'accept' });
    expect(callNamed(await read(log), 'c1').duration).toMatchObject({ ms: 300, bound: 'at-most' });
  });

  it.each([
    [
      { status: 'cancelled' },
      '[Operation Cancelled] Reason: User did not allow tool call',
      'rejected',
      'user-rejected',
    ],
    [
      { status: 'cancelled' },
      '[Operation Cancelled] Reason: User cancelled tool execution.',
      'interrupted',
      'interrupted',
    ],
    [
      { status: 'cancelled', executionStatus: 'not_started' },
      '[Operation Cancelled] Reason: Tool call cancelled by user.',
      'cancelled',
      'interrupted',
    ],
    [{ status: 'error' }, 'Tool "dig" is denied by permission rules.', 'denied', 'permission-rule'],
    [{ status: 'error' }, 'Permission denied by hook for "dig"', 'denied', 'hook-blocked'],
    [{ status: 'error', errorType: 'invalid_tool_params' }, 'No command', 'error', 'invalid-input'],
    [{ status: 'error', errorType: 'dug_too_deep' }, 'Stone', 'error', 'error'],
  ])('%j is %s: %s', async (result, text, status, code) => {
    const log = new QwenLog().ask([{ id: 'c1', name: 'dig', args: {} }]).answer('c1', 'dig', text, result);
    expect(callNamed(await read(log), 'c1')).toMatchObject({ status, failure: { code } });
  });

  it('without a result is running, and lost when the log has ended', async () => {
    const log = new QwenLog().ask([shell('c1')]);
    expect(callNamed(await readOne({ [log.file]: log.text() }, log.now + 1000), 'c1').status).toBe('running');
    expect(callNamed(await read(log), 'c1').status).toBe('lost');
  });
});

describe('records', () => {
  it('that are written in two pieces under one id are both read', async () => {
    const log = new QwenLog().prompt('weigh');
    log.record('assistant', { message: { role: 'model', parts: [{ text: 'Hm', thought: true }] } }, 'a1');
    log.goTo('u0').ask([shell('c1')]);
    const last = log.records.at(-1);
    if (last !== undefined) last['uuid'] = 'a1';
    log.goTo('a1').answer('c1', 'run_shell_command', OUTPUT);
    const session = await read(log);
    expect(session.messages.map(({ what }) => what)).toEqual(['prompt', 'thinking']);
    expect(session.calls.map(({ callId, status, flags }) => [callId, status, flags.length])).toEqual([['c1', 'ok', 0]]);
  });

  it('copied from a history are not read again, and a compaction is one', async () => {
    const log = new QwenLog()
      .prompt('weigh')
      .ask([shell('c1')])
      .answer('c1', 'run_shell_command', OUTPUT);
    const history = [{ role: 'model', parts: [{ functionCall: { id: 'c9', name: 'dig', args: {} } }] }];
    const info = { originalTokenCount: 900, newTokenCount: 100, triggerReason: 'auto' };
    log.system('chat_compression', { info, compressedHistory: history });
    log.system('agent_bootstrap', { kind: 'fork', history });
    log.system('custom_title', { customTitle: 'Pears', titleSource: 'auto' });
    log.system('riddle', { x: 1 });
    const session = await read(log);
    expect(session.calls.map(({ callId, flags }) => [callId, flags.join()])).toEqual([['c1', 'pre-compaction']]);
    expect(session.compactions.length).toBe(1);
    expect(session.fields).toMatchObject({ title: 'Pears', titleBy: 'model' });
  });

  it('after a rewind leave what was taken back, whatever the program notes after them', async () => {
    const log = new QwenLog()
      .prompt('pears')
      .ask([shell('c1')])
      .answer('c1', 'run_shell_command', OUTPUT);
    log
      .goTo('u0')
      .system('rewind', { truncatedCount: 2 })
      .prompt('plums')
      .ask([shell('c2')]);
    log.answer('c2', 'run_shell_command', OUTPUT).goTo('u2').system('session_artifact_snapshot', {});
    const flags = (await read(log)).calls.map(({ callId, flags: set }) => [callId, set.includes('off-branch')]);
    expect(flags).toEqual([
      ['c1', true],
      ['c2', false],
    ]);
  });

  it('of a fork name their origin, and count once', async () => {
    const first = new QwenLog().prompt('pears').ask([shell('call_0123456789abcdef')]);
    first.answer('call_0123456789abcdef', 'run_shell_command', OUTPUT);
    const fork = new QwenLog('0aa11bb2-0000-4000-8000-0000000000d4');
    for (const record of first.records) {
      const forkedFrom = { sessionId: QWEN_SESSION, messageUuid: record['uuid'] };
      fork.records.push({ ...record, sessionId: fork.session, forkedFrom });
    }
    fork.goTo('u2').record('user', { message: { role: 'user', parts: [{ text: 'plums' }] } }, 'v1');
    const sessions = await readFiles({ [first.file]: first.text(), [fork.file]: fork.text() });
    expect(sessions.map(({ id, calls, fields }) => [id, calls.length, fields.forkedFrom])).toEqual([
      [QWEN_SESSION, 1, undefined],
      [fork.session, 0, QWEN_SESSION],
    ]);
  });
});

describe('subagents', () => {
  it('have logs of their own, tied to their call by the file beside', async () => {
    const agent = { id: 'a1', name: 'agent', args: { description: 'Look', prompt: 'Look', subagent_type: 'gardener' } };
    const log = new QwenLog().prompt('go').ask([agent]);
    const side = new QwenLog();
    side.ask([shell('c2')], { isSidechain: true, agentId: 'g-1' });
    for (const record of side.records) record['uuid'] = `side-${record['uuid']}`;
    log.answer('a1', 'agent', 'Dry.');
    const folder = `.qwen/projects/-work-garden/subagents/${log.session}`;
    const meta = { agentType: 'gardener', description: 'Look', parentSessionId: log.session, toolUseId: 'a1' };
    const session = await read(log, {
      [`${folder}/agent-g-1.jsonl`]: side.text(),
      [`${folder}/agent-g-1.meta.json`]: JSON.stringify(meta),
      [`${folder}/agent-g-1.jsonl.stream`]: '{',
    });
    expect(callNamed(session, 'c2')).toMatchObject({ thread: 'g-1', parentCall: 'a1' });
    expect(session.threads.map(({ id }) => id)).toEqual(['main', 'g-1']);
  });
});
