// Tests pi's entries on made-up logs: branches, forks, ids with a bar in them, what was never run, and what is not logged.

import { describe, expect, it } from 'vitest';
import { addsUp } from '../../src/model/ledger.ts';
import type { Session } from '../../src/model/session.ts';
import { stagesOf } from '../../src/reading/call-stages.ts';
import { PI_SESSION, PiLog } from '../support/pi-log.ts';
import { callNamed, readFiles, readOne } from '../support/read.ts';

const SHELL = { command: 'npm run weigh' };

async function read(log: PiLog, now?: number): Promise<Session> {
  const session = await readOne({ [log.file]: log.text() }, now);
  expect(session.sources.every(({ ledger }) => addsUp(ledger))).toBe(true);
  return session;
}

describe('a call', () => {
  it('runs at most from its request to its result; nothing else about its life is logged', async () => {
    const session = await read(new PiLog().prompt('weigh').call('call_a|fc_b', 'bash', SHELL, '12 pears'));
    const call = callNamed(session, 'call_a|fc_b');
    expect(call).toMatchObject({
      agent: 'pi',
      status: 'ok',
      toolId: 'shell',
      model: 'pear-2',
      summary: 'npm run weigh',
    });
    expect(call.duration).toEqual({
      ms: 1000,
      basis: 'between-records',
      bound: 'at-most',
      includes: ['approval', 'hooks'],
    });
    expect(stagesOf(call).map(({ name, state }) => [name, state])).toEqual([
      ['requested', 'observed'],
      ['permission', 'not-logged'],
      ['hooks-before', 'not-logged'],
      ['running', 'inferred'],
      ['hooks-after', 'not-logged'],
      ['result', 'observed'],
      ['structured', 'none'],
    ]);
  });

  it('ids that differ behind the bar are different calls', async () => {
    const log = new PiLog().ask([
      { id: 'call_a|fc_1', name: 'bash', args: SHELL },
      { id: 'call_a|fc_2', name: 'bash', args: SHELL },
    ]);
    log.failed('call_a|fc_2', 'bash', 'no pears\n\nCommand exited with code 3').done('call_a|fc_1', 'bash', 'pears');
    const session = await read(log);
    expect(session.calls.map(({ callId, status, facts }) => [callId, status, facts.exitCode])).toEqual([
      ['call_a|fc_1', 'ok', undefined],
      ['call_a|fc_2', 'error', 3],
    ]);
    expect(new Set(session.calls.map(({ parallelGroup }) => parallelGroup)).size).toBe(1);
  });

  it('that pi never ran says so, and not that a program failed', async () => {
    const log = new PiLog().ask([{ id: 'c1', name: 'bash', args: {} }]);
    log.failed('c1', 'bash', 'Validation failed for tool "bash":\n- command: must be there');
    expect(callNamed(await read(log), 'c1')).toMatchObject({ status: 'error', failure: { code: 'invalid-input' } });
  });

  it('is running while the log is fresh, and lost when it has ended', async () => {
    const log = new PiLog().ask([{ id: 'c1', name: 'bash', args: SHELL }]);
    expect(callNamed(await read(log, log.now + 1000), 'c1').status).toBe('running');
    expect(callNamed(await read(log), 'c1').status).toBe('lost');
  });

  it.each([
    ['aborted', 'interrupted', 'user'],
    ['error', 'model-failed', 'environment'],
  ])('of a message that ended with %s was never run', async (stopReason, code, blame) => {
    const log = new PiLog().ask([{ id: 'c1', name: 'bash', args: SHELL }], {
      stopReason,
      errorMessage: 'It broke off',
    });
    expect(callNamed(await read(log), 'c1')).toMatchObject({
      status: 'cancelled',
      duration: null,
      failure: { code, blame },
    });
  });

  it('with arguments that are nonsense is a call all the same', async () => {
    const session = await read(new PiLog().call('c1', 'bash', { 'ls -la': '' }, 'pears').call('c2', 'read', 7, 'x'));
    expect(session.calls.map(({ status, toolId }) => [status, toolId])).toEqual([
      ['ok', 'shell'],
      ['ok', 'read'],
    ]);
  });
});

describe('branches', () => {
  it('the last entry says which one stands; what was left was real', async () => {
    const log = new PiLog().prompt('plant').call('c1', 'bash', SHELL, 'a');
    const fork = log.leaf;
    log.prompt('pears').call('c2', 'bash', SHELL, 'b').goTo(fork);
    log.entry('branch_summary', { fromId: 'x', summary: 'Pears were tried.' });
    log.prompt('plums').call('c3', 'bash', SHELL, 'c');
    const session = await read(log);
    expect(session.calls.map(({ callId, flags }) => [callId, flags.includes('off-branch')])).toEqual([
      ['c1', false],
      ['c2', true],
      ['c3', false],
    ]);
  });

  it('going back to the very beginning leaves everything', async () => {
    const log = new PiLog().prompt('pears').call('c1', 'bash', SHELL, 'a').goTo(null);
    log.prompt('plums').call('c2', 'bash', SHELL, 'b');
    const session = await read(log);
    expect(session.calls.map(({ flags }) => flags.includes('off-branch'))).toEqual([true, false]);
  });

  it('a fork names its origin, and what it copied counts once', async () => {
    const first = new PiLog().prompt('pears').call('call_a|fc_a', 'bash', SHELL, 'a');
    const path = `/home/you/.pi/agent/${first.file}`;
    const fork = new PiLog({ parentSession: path }, '0aa11bb2-0000-4000-8000-0000000000p2');
    fork.records.push(...first.records.slice(1));
    fork.goTo('a0000002').prompt('plums').call('call_b|fc_b', 'bash', SHELL, 'b');
    const sessions = await readFiles({ [first.file]: first.text(), [fork.file]: fork.text() });
    expect(sessions.map(({ fields }) => fields.forkedFrom)).toEqual([undefined, PI_SESSION]);
    expect(sessions.flatMap(({ calls }) => calls).map(({ callId }) => callId)).toEqual(['call_a|fc_a', 'call_b|fc_b']);
  });
});

describe('a session', () => {
  it('has a name, a project, tokens and a cost; what a person ran is no call', async () => {
    const log = new PiLog().prompt('Weigh').call('c1', 'bash', SHELL, '12');
    log.message({ role: 'bashExecution', command: 'ls', output: 'x', exitCode: 0, cancelled: false, truncated: false });
    log.entry('session_info', { name: 'First weighing' }).entry('session_info', { name: 'Pears' });
    log.entry('compaction', { summary: 'So far', tokensBefore: 99, firstKeptEntryId: 'a0000000' });
    log.entry('riddle', { x: 1 });
    const session = await read(log);
    expect(session.fields).toMatchObject({ title: 'Pears', titleBy: 'user', cwd: '/work/garden' });
    expect(session.calls.length).toBe(1);
    expect(session.requests.map(({ model, costUsd, usage }) => [model, costUsd, usage.cacheRead])).toEqual([
      ['pear-2', 0.03, 30],
    ]);
    expect(session.compactions.length).toBe(1);
  });

  it('of the first version, whose entries have no ids, is read too', async () => {
    const log = new PiLog({ version: undefined, provider: 'orchard' }).prompt('Weigh').call('c1', 'bash', SHELL, '12');
    const lines = log.records.map((record, i) => {
      const { id, parentId: _, ...rest } = record;
      return JSON.stringify(i === 0 ? { ...rest, id } : rest);
    });
    const session = await readOne({ [log.file]: `${lines.join('\n')}\n` });
    expect(session.calls.map(({ callId, status }) => [callId, status])).toEqual([['c1', 'ok']]);
    expect(session.sources.every(({ ledger }) => addsUp(ledger) && ledger.problems.size === 0)).toBe(true);
  });
});
