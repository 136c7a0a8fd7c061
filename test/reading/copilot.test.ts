// Tests Copilot's events on made-up logs: what waited, what ran, who said no, what went on in the background.

import { describe, expect, it } from 'vitest';
import { copilot } from '../../src/formats/copilot/format.ts';
import { addsUp } from '../../src/model/ledger.ts';
import type { Session } from '../../src/model/session.ts';
import { stagesOf } from '../../src/reading/call-stages.ts';
import { COPILOT_SESSION, CopilotLog } from '../support/copilot-log.ts';
import { callNamed, readOne } from '../support/read.ts';

const SHELL = { command: 'npm run weigh' };
const EXIT_0 = '12 pears\n<shellId: 1 completed with exit code 0>';

async function read(log: CopilotLog, now?: number): Promise<Session> {
  const session = await readOne({ [log.file]: log.text() }, now);
  expect(session.sources.every(({ ledger }) => addsUp(ledger))).toBe(true);
  return session;
}

function states(session: Session, id: string): (readonly [string, string, number | null])[] {
  return stagesOf(callNamed(session, id)).map(({ name, state, ms }) => [name, state, ms]);
}

describe('the life of a call', () => {
  it('starts before hooks and permission, and runs after them', async () => {
    const log = new CopilotLog().prompt('weigh').ask('m1', [{ id: 'c1', name: 'bash', args: SHELL }]);
    log.start('c1', 'bash', SHELL);
    log.hook('h1', 'preToolUse', { toolCalls: [{ id: 'c1', name: 'bash', args: JSON.stringify(SHELL) }] });
    const question = { kind: 'shell', toolCallId: 'c1', intention: 'Weigh' };
    log.event('permission.requested', { requestId: 'q1', permissionRequest: question }, { afterMs: 10 });
    log.event('permission.completed', { requestId: 'q1', result: { kind: 'approved' } }, { afterMs: 30_000 });
    log.event('session.info', { message: 'the run', infoType: 'test' }, { afterMs: 399 });
    log.hook('h2', 'postToolUse', { toolName: 'bash', toolArgs: JSON.stringify(SHELL), toolResult: {} }, {}, 700);
    log.done('c1', EXIT_0);
    const session = await read(log);
    const call = callNamed(session, 'c1');
    expect(call).toMatchObject({ status: 'ok', statusRule: 'success-flag', toolId: 'shell', facts: { exitCode: 0 } });
    expect(call.duration).toEqual({ ms: 400, basis: 'between-records', bound: 'exact', includes: [] });
    expect(call.permission).toMatchObject({ decision: 'allowed', by: 'user', waitMs: 30_000 });
    expect(call.hooks.map(({ event, outcome, durationMs }) => [event, outcome, durationMs])).toEqual([
      ['PreToolUse', 'ok', 50],
      ['PostToolUse', 'ok', 700],
    ]);
    expect(states(session, 'c1')).toEqual([
      ['requested', 'observed', null],
      ['permission', 'observed', 30_000],
      ['hooks-before', 'observed', 50],
      ['running', 'observed', 400],
      ['hooks-after', 'observed', 700],
      ['result', 'observed', null],
      ['structured', 'none', null],
    ]);
  });

  it('without a question on record it took at most so long, and permission is not logged', async () => {
    const session = await read(new CopilotLog().prompt('weigh').call('c1', 'bash', SHELL, EXIT_0));
    const { duration } = callNamed(session, 'c1');
    expect(duration).toEqual({ ms: 1000, basis: 'between-records', bound: 'at-most', includes: ['approval'] });
    expect(states(session, 'c1')[1]).toEqual(['permission', 'not-logged', null]);
  });

  it('a success with another exit code is an error', async () => {
    const said = 'no pears\n<exited with exit code 2>';
    const session = await read(new CopilotLog().call('c1', 'bash', { command: 'npm run count' }, said));
    expect(callNamed(session, 'c1')).toMatchObject({ status: 'error', facts: { exitCode: 2 } });
  });

  it('a success that says the command was not run is a refusal', async () => {
    const said = "Command not executed. The 'dig' command is not allowed.";
    const session = await read(new CopilotLog().call('c1', 'bash', { command: 'dig -f beds' }, said));
    expect(callNamed(session, 'c1')).toMatchObject({
      status: 'denied',
      failure: { code: 'tool-policy', blame: 'policy' },
    });
  });

  it('a call that no message asked for is known from its start; arguments may be a text', async () => {
    const patch = '*** Begin Patch\n*** Add File: a.md\n+pears\n*** End Patch';
    const log = new CopilotLog().start('c1', 'apply_patch', patch).done('c1', 'Added 1 file(s): a.md');
    log.ask('m2', [{ id: 'c2', name: 'view', args: '{"path":"/work/a.md"}' }]).start('c2', 'view', {});
    const session = await read(log.done('c2', 'pears'));
    expect(session.calls.map(({ toolId, facts }) => [toolId, facts.path])).toEqual([
      ['edit', 'a.md'],
      ['read', '/work/a.md'],
    ]);
  });
});

describe('one hook for several calls', () => {
  const args = (n: number) => ({ command: `run ${n}` });

  it('is on all of them, says no to one, and those after are found by input', async () => {
    const ids = [1, 2, 3];
    const log = new CopilotLog().ask(
      'm1',
      ids.map((n) => ({ id: `c${n}`, name: 'bash', args: args(n) })),
    );
    for (const n of ids) log.start(`c${n}`, 'bash', args(n));
    const toolCalls = ids.map((n) => ({ id: `c${n}`, name: 'bash', args: JSON.stringify(args(n)) }));
    const refusal = 'Denied by preToolUse hook: not the second one';
    log.hook('h1', 'preToolUse', { toolCalls }, { success: true, output: { c2: refusal } });
    log.failed('c2', refusal, 'denied');
    log.hook('h3', 'postToolUse', { toolName: 'bash', toolArgs: args(3) }).done('c3', EXIT_0);
    log.hook('h2', 'postToolUse', { toolName: 'bash', toolArgs: JSON.stringify(args(1)) }).done('c1', EXIT_0);
    const session = await read(log);
    expect(
      session.calls.map(({ callId, status, hooks, failure }) => [callId, status, hooks.length, failure?.code]),
    ).toEqual([
      ['c1', 'ok', 2, undefined],
      ['c2', 'denied', 1, 'hook-blocked'],
      ['c3', 'ok', 2, undefined],
    ]);
    expect(callNamed(session, 'c2').permission).toMatchObject({ decision: 'denied', by: 'hook' });
    const ends = ['c1', 'c3'].map((id) => callNamed(session, id).hooks.map(({ ref }) => ref.line));
    expect(ends[0]?.[1]).toBeGreaterThan(ends[1]?.[1] ?? 0);
  });
});

describe('a no', () => {
  it.each([
    ['denied-interactively-by-user', 'rejected', 'user-rejected', 'not today'],
    ['denied-by-rules', 'denied', 'permission-rule', null],
    ['denied-no-approval-rule-and-could-not-request-from-user', 'denied', 'permission-not-granted', null],
    ['denied-by-permission-request-hook', 'denied', 'hook-blocked', null],
  ])('%s is %s', async (kind, status, code, feedback) => {
    const log = new CopilotLog().ask('m1', [{ id: 'c1', name: 'bash', args: SHELL }]).start('c1', 'bash', SHELL);
    log.event('permission.requested', { requestId: 'q', permissionRequest: { kind: 'shell', toolCallId: 'c1' } });
    const result = feedback === null ? { kind } : { kind, feedback };
    log.event('permission.completed', { requestId: 'q', toolCallId: 'c1', result }).failed('c1', 'No.', 'denied');
    const session = await read(log);
    expect(callNamed(session, 'c1')).toMatchObject({ status, failure: { code }, feedback });
    expect(states(session, 'c1')[3]).toEqual(['running', 'none', null]);
  });
});

describe('in the background', () => {
  it('a command ends with its notice', async () => {
    const said = 'bed 1\n<command with shellId: 7 is still running after 30 seconds. Use read_bash.>';
    const log = new CopilotLog().call('c1', 'bash', { command: 'npm run water' }, said);
    expect(callNamed(await read(log), 'c1')).toMatchObject({ status: 'background', background: { taskId: '7' } });
    const kind = { type: 'shell_completed', shellId: '7', exitCode: 1, description: 'Water the beds' };
    log.event('system.notification', { content: 'Shell 7 has ended', kind });
    expect(callNamed(await read(log), 'c1')).toMatchObject({
      status: 'error',
      background: { endedVia: 'notification', exitCode: 1 },
    });
  });

  it('a subagent has a thread of its own, and ends once', async () => {
    const args = { name: 'beds', agent_type: 'explore', mode: 'background', prompt: 'Look', description: 'Beds' };
    const log = new CopilotLog()
      .prompt('go')
      .ask('m1', [{ id: 'a1', name: 'task', args }])
      .start('a1', 'task', args);
    log.event('subagent.started', { toolCallId: 'a1', agentName: 'explore', agentDisplayName: 'Explore' });
    log.done('a1', 'Agent started in background with agent_id: beds. You will be told.');
    const view = { path: '/work/beds.md' };
    log.ask('m2', [{ id: 'c2', name: 'view', args: view }], 'a1').start('c2', 'view', view, 'a1');
    log.done('c2', 'pears', 'a1');
    const ended = { toolCallId: 'a1', agentName: 'explore', totalToolCalls: 1, totalTokens: 900, durationMs: 2500 };
    log.event('subagent.completed', ended, { agentId: 'a1' });
    const session = await read(log);
    expect(callNamed(session, 'a1')).toMatchObject({
      status: 'ok',
      agentId: 'a1',
      duration: { ms: 2500, basis: 'reported' },
      facts: { tokens: 900, toolCalls: 1 },
    });
    expect(callNamed(session, 'c2')).toMatchObject({ thread: 'a1', parentCall: 'a1' });
    expect(session.threads.map(({ id }) => id)).toEqual(['main', 'a1']);
  });
});

describe('newer versions', () => {
  it('give a subagent an id of its own: it is still the agent of its call', async () => {
    const args = { name: 'beds', agent_type: 'explore', mode: 'sync', prompt: 'Look', description: 'Beds' };
    const view = { path: '/work/beds.md' };
    const log = new CopilotLog()
      .prompt('go')
      .ask('m1', [{ id: 'a1', name: 'task', args }])
      .start('a1', 'task', args);
    log.event('subagent.started', { toolCallId: 'a1', agentName: 'explore' }, { agentId: 'agent-7' });
    log.event('subagent.configured', { model: 'pear-1' }, { agentId: 'agent-7' });
    log.ask('m2', [{ id: 'c2', name: 'view', args: view }], 'agent-7').start('c2', 'view', view, 'agent-7');
    log.done('c2', 'pears', 'agent-7').done('a1', 'There are pears.');
    const session = await read(log);
    expect(callNamed(session, 'a1')).toMatchObject({ status: 'ok', agentId: 'agent-7' });
    expect(callNamed(session, 'c2')).toMatchObject({ thread: 'agent-7', parentCall: 'a1' });
    expect(session.threads.map(({ id }) => id)).toEqual(['main', 'agent-7']);
    expect(session.sources.flatMap(({ ledger }) => [...ledger.unknown])).toEqual([]);
  });

  it('log the tokens of every request, which totals repeat', async () => {
    const log = new CopilotLog().prompt('go');
    const usage = { model: 'pear-1', inputTokens: 100, cacheReadTokens: 60, cacheWriteTokens: 10, outputTokens: 20 };
    log.event('session.usage_record', { usage: { ...usage, apiCallId: 'r1' } });
    log.event('session.usage_record', { usage: { ...usage, apiCallId: 'r2' } });
    const modelMetrics = { 'pear-1': { usage: { inputTokens: 200, cacheReadTokens: 120, outputTokens: 40 } } };
    log.event('session.shutdown', { accountingSnapshot: { modelMetrics } });
    const [told] = (await read(log)).usage;
    expect(told).toMatchObject({ model: 'pear-1', usage: { input: 60, cacheRead: 120, cacheWrite: 20, output: 40 } });
  });

  it.each([
    [
      'Permission to run this tool was denied due to the following rules: `shell(rm)`',
      'denied',
      'denied permission-rule',
    ],
    ["Tool 'prune' does not exist.", 'failure', 'error unknown-tool'],
    ['"path": Required', 'failure', 'error invalid-input'],
  ])('say %j', async (message, code, expected) => {
    const log = new CopilotLog()
      .prompt('go')
      .ask('m1', [{ id: 'c1', name: 'prune', args: {} }])
      .start('c1', 'prune', {});
    log.event('tool.execution_complete', { toolCallId: 'c1', success: false, error: { message, code } });
    const call = callNamed(await read(log), 'c1');
    expect(`${call?.status} ${call?.failure?.code}`).toBe(expected);
  });
});

describe('a session', () => {
  it('has the title that stands in a file beside its log', async () => {
    const log = new CopilotLog().prompt('Weigh the pears');
    const workspace = `.copilot/session-state/${log.session}/workspace.yaml`;
    const files = { [`.copilot/${log.file}`]: log.text(), [workspace]: 'name: Weigh pears\nuser_named: true\n' };
    const { fields, problems } = await readOne(files);
    expect([fields, problems]).toMatchObject([{ title: 'Weigh pears', titleBy: 'user' }, []]);
  });

  it('is described, its tokens are counted once over resumes, and an abort stops what ran', async () => {
    const log = new CopilotLog().prompt('Weigh the pears').call('c1', 'bash', SHELL, EXIT_0);
    const metrics = (output: number) => ({
      modelMetrics: { 'claude-opus-4.8': { usage: { inputTokens: 100, cacheReadTokens: 60, outputTokens: output } } },
    });
    log.event('session.shutdown', metrics(10));
    log.event('session.resume', { context: { cwd: '/work/garden', branch: 'plums' } });
    log.ask('m2', [{ id: 'c2', name: 'bash', args: SHELL }]).start('c2', 'bash', SHELL);
    log.event('abort', { reason: 'user_initiated' }).event('session.shutdown', metrics(20));
    log.event('session.compaction_complete', { success: true, preCompactionTokens: 9, summaryContent: 'Pears.' });
    log.event('session.brand_new', { x: 1 });
    const session = await read(log);
    expect(session).toMatchObject({ agent: 'copilot', id: COPILOT_SESSION });
    expect(session.fields).toMatchObject({ cwd: '/work/garden', gitBranch: 'plums', title: 'Weigh the pears' });
    expect(session.usage.map(({ usage }) => usage)).toEqual([
      { input: 40, output: 20, cacheRead: 60, cacheWrite: 0, reasoning: 0 },
    ]);
    expect(session.calls.map(({ status }) => status)).toEqual(['ok', 'interrupted']);
  });

  it('of a run that printed its events: passing ones are read over, the title is not', async () => {
    const log = new CopilotLog().prompt('weigh').event('session.title_changed', { title: 'Weighing pears' });
    log
      .event('model.call_start', { turnId: '0' })
      .event('assistant.tool_call_delta', { toolCallId: 'c1', inputDelta: '{' });
    for (const record of log.records.slice(2)) record['ephemeral'] = true;
    log.call('c1', 'bash', SHELL, EXIT_0);
    const session = await read(log);
    expect(session.fields).toMatchObject({ title: 'Weighing pears', titleBy: 'model' });
    expect(callNamed(session, 'c1').status).toBe('ok');
    expect(session.sources[0]?.ledger.ignored.get('passing: not kept by the agent')).toBe(2);
  });

  it('that goes on has running calls, which wait or not', async () => {
    const log = new CopilotLog().ask('m1', [{ id: 'c1', name: 'bash', args: SHELL }]).start('c1', 'bash', SHELL);
    log.event('permission.requested', { requestId: 'q', permissionRequest: { kind: 'shell', toolCallId: 'c1' } });
    const session = await read(log, log.now + 1000);
    expect(callNamed(session, 'c1')).toMatchObject({ status: 'running', permission: { decision: 'asked' } });
  });
});

describe('what is left open', () => {
  it('is forgotten in the end, and costs no more than it is worth', () => {
    const reader = copilot.open({ path: '', source: 0, session: 's', thread: 'main' });
    const log = new CopilotLog();
    for (let n = 0; n < 2000; n++) {
      log.start(`c${n}`, 'bash', { n });
      log.event('hook.start', { hookInvocationId: `h${n}`, hookType: 'preToolUse', input: {} });
    }
    for (const [line, record] of log.records.entries()) reader.read(record, { source: 0, line, offset: 0, length: 1 });
    const state = reader.state() as { calls: unknown[]; hooks: unknown[] };
    expect([state.calls.length, state.hooks.length]).toEqual([500, 500]);
  });

  it('a call that an abort stopped and that ended all the same has its own result', async () => {
    const log = new CopilotLog().ask('m1', [{ id: 'c1', name: 'bash', args: SHELL }]).start('c1', 'bash', SHELL);
    log.event('abort', { reason: 'user_initiated' }).done('c1', EXIT_0);
    expect(callNamed(await read(log), 'c1')).toMatchObject({ status: 'ok', facts: { exitCode: 0 } });
  });
});

describe('transcripts of VS Code', () => {
  it('say what was asked and that it ended: how it came out is not logged', async () => {
    const log = new CopilotLog({ vscodeVersion: '1.119.0', context: undefined }).prompt('Look');
    const args = { filePath: '/work/beds.md', startLine: 1, endLine: 9 };
    log.ask('m1', [{ id: 'c1', name: 'read_file', args: JSON.stringify(args) }]).start('c1', 'read_file', args);
    log.event('tool.execution_complete', { toolCallId: 'c1', success: true });
    log.ask('m2', [{ id: 'c2', name: 'read_file', args: JSON.stringify(args) }]);
    log.event('tool.execution_complete', { toolCallId: 'c2', success: false });
    log.ask('m3', [{ id: 'c3', name: 'read_file', args: JSON.stringify(args) }]).prompt('And then?');
    const session = await read(log);
    expect(session.agent).toBe('copilot-vscode');
    expect(session.calls.map(({ status, summary }) => [status, summary])).toEqual([
      ['unknown', '/work/beds.md (lines 1–9)'],
      ['error', '/work/beds.md (lines 1–9)'],
      ['unknown', '/work/beds.md (lines 1–9)'],
    ]);
    expect(states(session, 'c1')).toEqual([
      ['requested', 'observed', null],
      ['permission', 'not-logged', null],
      ['hooks-before', 'not-logged', null],
      ['running', 'inferred', 1001],
      ['hooks-after', 'not-logged', null],
      ['result', 'not-logged', null],
      ['structured', 'not-logged', null],
    ]);
  });
});
