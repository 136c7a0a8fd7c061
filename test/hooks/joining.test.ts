// Tests that hook reports are joined with the calls of the log: exact times, waits for approval, calls not in the log yet.

import { describe, expect, it } from 'vitest';
import { stagesOf } from '../../src/reading/call-stages.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { CodexLog } from '../support/codex-log.ts';
import { callNamed, readOne } from '../support/read.ts';
import { asked, lines, postUse, preUse, SESSION, START, told } from './inbox-lines.ts';

const COMMAND = { command: 'make test' };

/** Requested at second 2, answered at second 12. */
function oneCall(): ClaudeLog {
  const log = new ClaudeLog(SESSION);
  log.prompt('go');
  log.call('toolu_1', 'Bash', COMMAND);
  log
    .wait(9000)
    .result('toolu_1', 'fine', { structured: { stdout: 'fine', stderr: '', interrupted: false }, isError: false });
  return log;
}

describe('hooks and the log', () => {
  it('take the run time from the agent itself, and tell the wait for approval apart', async () => {
    const session = await readOne({
      [`${SESSION}.jsonl`]: oneCall().text(),
      'inbox/told.hooks.jsonl': lines(
        preUse('toolu_1', 'Bash', COMMAND, { at: 2100, tookMs: 40 }),
        asked('Bash', COMMAND, { at: 2300 }),
        postUse('toolu_1', 'Bash', COMMAND, { stdout: 'fine' }, { at: 11_900 }, 1600),
      ),
    });
    const call = callNamed(session, 'toolu_1');
    expect(call.duration).toEqual({ ms: 1600, basis: 'hook', bound: 'exact', includes: [] });
    expect(call.permission).toEqual({
      decision: 'allowed',
      by: 'user',
      at: START + 10_300,
      ref: { source: 1, line: 2, offset: expect.any(Number), length: expect.any(Number) },
      askedAt: START + 2300,
      waitMs: 8000,
      isInferred: true,
    });
    expect(call.status).toBe('ok');
    expect(call.bodies.input.source).toBe(0);
    expect(session.sources.map(({ ledger }) => [ledger.lines, ledger.observed])).toEqual([
      [3, 3],
      [3, 3],
    ]);
    expect(stagesOf(call).filter(({ name }) => name === 'permission' || name === 'running')).toEqual([
      {
        name: 'permission',
        state: 'inferred',
        at: START + 2300,
        ms: 8000,
        note: 'asked, allowed by user (matched by tool and input)',
        ref: call.permission?.ref,
      },
      { name: 'running', state: 'observed', at: START + 10_300, ms: 1600, note: null, ref: call.heard?.ended?.ref },
    ]);
  });

  it('go with the request before them where an id is used again', async () => {
    const log = oneCall();
    log.prompt('once more');
    log.call('toolu_1', 'Bash', COMMAND);
    log.wait(3000).result('toolu_1', 'fine again', { isError: false });
    const session = await readOne({
      [`${SESSION}.jsonl`]: log.text(),
      'told.hooks.jsonl': lines(
        preUse('toolu_1', 'Bash', COMMAND, { at: 2100, tookMs: 40 }),
        postUse('toolu_1', 'Bash', COMMAND, {}, { at: 11_900 }, 1600),
        preUse('toolu_1', 'Bash', COMMAND, { at: 14_100, tookMs: 40 }),
        postUse('toolu_1', 'Bash', COMMAND, {}, { at: 17_800 }, 700),
      ),
    });
    expect(
      session.calls.map(({ occurrence, duration, heard }) => [occurrence, duration?.ms, heard?.before?.at]),
    ).toEqual([
      [1, 1600, START + 2140],
      [2, 700, START + 14_140],
    ]);
  });

  it('measure between two hooks where the agent states no time', async () => {
    const session = await readOne({
      [`${SESSION}.jsonl`]: oneCall().text(),
      'told.hooks.jsonl': lines(
        preUse('toolu_1', 'Bash', COMMAND, { at: 2100, tookMs: 40 }),
        postUse('toolu_1', 'Bash', COMMAND, {}, { at: 11_900 }),
      ),
    });
    const call = callNamed(session, 'toolu_1');
    expect(call.duration).toEqual({ ms: 9760, basis: 'hook', bound: 'at-most', includes: ['hooks'] });
    expect(call.permission).toBeNull();
  });

  it('show a call at once that the log does not have yet, and end it by what a hook told', async () => {
    const soon = START + 60_000;
    const running = await readOne({ 'a.hooks.jsonl': lines(preUse('toolu_9', 'Bash', COMMAND, { at: 500 })) }, soon);
    expect({ agent: running.agent, id: running.id, cwd: running.fields.cwd }).toEqual({
      agent: 'claude-code',
      id: SESSION,
      cwd: '/home/dev/orchard',
    });
    expect(callNamed(running, 'toolu_9')).toMatchObject({
      status: 'running',
      tool: 'Bash',
      toolId: 'shell',
      requestedAt: START + 500,
      facts: { command: 'make test' },
    });
    const log = new ClaudeLog(SESSION);
    log.prompt('go');
    log.call('toolu_9', 'Bash', COMMAND);
    const ended = await readOne(
      {
        [`${SESSION}.jsonl`]: log.text(),
        'a.hooks.jsonl': lines(
          preUse('toolu_9', 'Bash', COMMAND, { at: 500 }),
          postUse('toolu_9', 'Bash', COMMAND, { stdout: 'x', stderr: '', interrupted: false }, { at: 3000 }, 20),
        ),
      },
      soon,
    );
    expect(callNamed(ended, 'toolu_9')).toMatchObject({
      status: 'ok',
      statusRule: 'hook:PostToolUse',
      endedAt: START + 3000,
      duration: { ms: 20, basis: 'hook' },
      result: { kind: 'output', via: 'structured' },
    });
  });

  it('believe the log when it has the result', async () => {
    const log = new ClaudeLog(SESSION);
    log.call('toolu_1', 'Bash', COMMAND);
    log.result('toolu_1', "The user doesn't want to proceed with this tool use. The tool use was rejected", {
      isError: true,
    });
    const session = await readOne({
      [`${SESSION}.jsonl`]: log.text(),
      'a.hooks.jsonl': lines(preUse('toolu_1', 'Bash', COMMAND, { at: 1100 }), asked('Bash', COMMAND, { at: 1200 })),
    });
    const call = callNamed(session, 'toolu_1');
    expect(call.status).toBe('rejected');
    expect(call.permission).toMatchObject({ decision: 'rejected', by: 'user', askedAt: START + 1200, waitMs: 800 });
  });

  it('wait with a call whose approval is still to come', async () => {
    const session = await readOne(
      {
        'a.hooks.jsonl': lines(preUse('toolu_1', 'Bash', COMMAND, { at: 1000 }), asked('Bash', COMMAND, { at: 1200 })),
      },
      START + 2000,
    );
    const call = callNamed(session, 'toolu_1');
    expect(call.status).toBe('running');
    expect(call.permission).toMatchObject({ decision: 'asked', by: 'unknown', at: START + 1200 });
    expect(session.heard?.map(({ what }) => what)).toEqual(['worked', 'asked']);
  });

  it('give each of two equal calls at once the question about it', async () => {
    const session = await readOne({
      'a.hooks.jsonl': lines(
        preUse('toolu_1', 'Bash', COMMAND, { at: 1000 }),
        preUse('toolu_2', 'Bash', COMMAND, { at: 1001 }),
        asked('Bash', COMMAND, { at: 1100 }),
        asked('Bash', COMMAND, { at: 5000 }),
        postUse('toolu_1', 'Bash', COMMAND, {}, { at: 5500 }, 900),
        postUse('toolu_2', 'Bash', COMMAND, {}, { at: 9000 }, 500),
      ),
    });
    expect(callNamed(session, 'toolu_1').permission).toMatchObject({ askedAt: START + 1100, waitMs: 3500 });
    expect(callNamed(session, 'toolu_2').permission).toMatchObject({ askedAt: START + 5000, waitMs: 3500 });
  });

  it('take a denial by the classifier, a failure and an interrupt as what they are', async () => {
    const session = await readOne({
      'a.hooks.jsonl': lines(
        told(
          'PermissionDenied',
          { tool_name: 'Bash', tool_input: COMMAND, tool_use_id: 'toolu_1', reason: 'too bold' },
          { at: 1 },
        ),
        told(
          'PostToolUseFailure',
          { tool_name: 'Bash', tool_input: COMMAND, tool_use_id: 'toolu_2', error: 'Exit code 3' },
          { at: 2 },
        ),
        told(
          'PostToolUseFailure',
          { tool_name: 'Bash', tool_input: COMMAND, tool_use_id: 'toolu_3', error: 'stopped', is_interrupt: true },
          { at: 3 },
        ),
      ),
    });
    expect(
      session.calls.map(({ callId, status, failure, permission }) => [
        callId,
        status,
        failure?.message,
        permission?.by,
      ]),
    ).toEqual([
      ['toolu_1', 'denied', 'too bold', 'classifier'],
      ['toolu_2', 'error', 'exit code 3', undefined],
      ['toolu_3', 'interrupted', 'stopped', undefined],
    ]);
  });

  it('end a session at once, until it goes on', async () => {
    const pre = preUse('toolu_1', 'Bash', COMMAND, { at: 1000 });
    const end = told('SessionEnd', { reason: 'other' }, { at: 2000 });
    const soon = START + 3000;
    const ended = await readOne({ 'a.hooks.jsonl': lines(end, pre) }, soon);
    expect([ended.live, callNamed(ended, 'toolu_1').status]).toEqual([false, 'lost']);
    const resumed = told('SessionStart', { source: 'resume' }, { at: 2500 });
    expect((await readOne({ 'a.hooks.jsonl': lines(end, pre, resumed) }, soon)).live).toBe(true);
  });

  it('leave background work to its own end', async () => {
    const session = await readOne({
      'a.hooks.jsonl': lines(postUse('toolu_1', 'Bash', COMMAND, { backgroundTaskId: 'b1', stdout: '' }, { at: 5 }, 3)),
    });
    expect(callNamed(session, 'toolu_1')).toMatchObject({
      status: 'background',
      duration: null,
      background: { kind: 'shell', taskId: 'b1' },
    });
  });

  it('keep a line of a later version, and report one that is none of ours', async () => {
    const session = await readOne({
      'a.hooks.jsonl': `${told('BrandNew', { anything: 1 }, { at: 1 })}\n{"toolscope":"hook","input":{}}\n`,
    });
    const [source] = session.sources;
    expect(source?.ledger).toMatchObject({
      lines: 2,
      observed: 1,
      unknown: new Map([['hook event BrandNew', 1]]),
      problems: new Map([['not-a-hook-line', 1]]),
    });
  });

  it('join Codex’ calls the same way', async () => {
    const thread = '0199aaaa-0000-7000-8000-000000000001';
    const log = new CodexLog({ thread });
    log.call('call_1', 'exec_command', { cmd: 'make test' });
    log.output('call_1', 'Process exited with code 0\nOutput:\nfine');
    const when = (at: number) => ({ agent: 'codex', session: thread, at });
    const session = await readOne({
      [log.file]: log.text(),
      'a.hooks.jsonl': lines(
        preUse('call_1', 'Bash', COMMAND, when(100)),
        asked('Bash', COMMAND, when(200)),
        postUse('call_1', 'Bash', COMMAND, 'fine', when(5200)),
      ),
    });
    expect([session.agent, session.id]).toEqual(['codex', thread]);
    expect(session.calls).toHaveLength(1);
    expect(callNamed(session, 'call_1')).toMatchObject({
      tool: 'exec_command',
      status: 'ok',
      permission: { decision: 'allowed', by: 'user', askedAt: START + 200 },
      heard: { before: { at: START + 100 }, asked: { isInferred: true }, ended: { at: START + 5200 } },
    });
  });
});
