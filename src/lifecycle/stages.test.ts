// Tests the stages of a call's life: what is observed, inferred, missing, or was never there.

import { describe, expect, it } from 'vitest';
import { bodyAt, hookRun, toolCall } from '../../test/support/tool-call.ts';
import type { LogCoverage, Logged } from '../model/log-coverage.ts';
import type { CallStatus } from '../model/outcome.ts';
import type { Heard, Stage, StageName, ToolCall } from '../model/tool-call.ts';
import { stagesOf } from './stages.ts';

function stage(name: StageName, call: Partial<ToolCall>): Stage | undefined {
  return stagesOf(toolCall(call), LOGS).find((one) => one.name === name);
}

const none = { state: 'none', at: null, ms: null, note: null, ref: null };

const LOGS: LogCoverage = {
  requested: 'always',
  permission: 'sometimes',
  'hooks-before': 'sometimes',
  running: 'sometimes',
  'hooks-after': 'sometimes',
  result: 'always',
  structured: 'sometimes',
  exitCode: 'sometimes',
  tokens: 'always',
  subagents: 'always',
  live: 'always',
};

describe('stagesOf', () => {
  it('what the agent never writes down is not logged; what it always does is missing, or was not there', () => {
    const bodies = { input: bodyAt(1), content: null, structured: null };
    const call = toolCall({ status: 'unknown', bodies, duration: null, endedAt: null });
    const statesOf = (logged: Logged): (readonly [string, string])[] => {
      const logs = { ...LOGS, permission: logged, 'hooks-before': logged, running: logged, 'hooks-after': logged };
      return stagesOf(call, { ...logs, result: logged, structured: logged }).map(({ name, state }) => [name, state]);
    };
    expect(statesOf('never')).toEqual([
      ['requested', 'observed'],
      ['permission', 'not-logged'],
      ['hooks-before', 'not-logged'],
      ['running', 'not-logged'],
      ['hooks-after', 'not-logged'],
      ['result', 'not-logged'],
      ['structured', 'not-logged'],
    ]);
    expect(statesOf('always')).toEqual([
      ['requested', 'observed'],
      ['permission', 'missing'],
      ['hooks-before', 'none'],
      ['running', 'inferred'],
      ['hooks-after', 'none'],
      ['result', 'missing'],
      ['structured', 'none'],
    ]);
  });

  it('gives a plain call all its stages, in order', () => {
    expect(stagesOf(toolCall(), LOGS)).toEqual([
      { name: 'requested', state: 'observed', at: 1000, ms: null, note: null, ref: bodyAt(1) },
      { name: 'permission', state: 'not-logged', at: null, ms: null, note: 'not on record', ref: null },
      { name: 'hooks-before', ...none },
      { name: 'running', state: 'inferred', at: null, ms: 3000, note: null, ref: null },
      { name: 'hooks-after', ...none },
      { name: 'result', state: 'observed', at: 4000, ms: null, note: null, ref: bodyAt(2) },
      { name: 'structured', ...none },
    ]);
  });

  it('a request known only from its end is inferred', () => {
    expect(stage('requested', { flags: ['implied'] })).toMatchObject({ state: 'inferred' });
  });

  it.each([
    ['denied', 'rule', 'denied by rule'],
    ['rejected', 'user', 'rejected by user'],
    ['allowed', 'hook', 'allowed by hook'],
    ['asked', 'unknown', 'asked'],
  ] as const)('a permission on record: %s by %s', (decision, by, note) => {
    const { pointer: _, ...ref } = bodyAt(2);
    expect(stage('permission', { permission: { decision, by, at: 1500, ref } })).toEqual({
      name: 'permission',
      state: 'observed',
      at: 1500,
      ms: null,
      note,
      ref,
    });
  });

  it('hooks before and after, from the beginning of the first, their times added up where they are known', () => {
    const hooks = [
      hookRun('PreToolUse', { durationMs: 30, at: 1100 }),
      hookRun('PreToolUse'),
      hookRun('PermissionRequest', { durationMs: 12 }),
      hookRun('PermissionDenied'),
      hookRun('PostToolUse'),
      hookRun('PostToolUseFailure'),
    ];
    const { ref } = hookRun('');
    expect(stage('hooks-before', { hooks })).toEqual({
      name: 'hooks-before',
      state: 'observed',
      at: 1070,
      ms: 42,
      note: '4 hooks',
      ref,
    });
    expect(stage('hooks-after', { hooks })).toEqual({
      name: 'hooks-after',
      state: 'observed',
      at: 2000,
      ms: null,
      note: '2 hooks',
      ref,
    });
    const parallel = [80, 30, 70].map((durationMs) => hookRun('PostToolUse', { durationMs, at: 4000 + durationMs }));
    expect(stage('hooks-after', { hooks: parallel })).toMatchObject({ at: 4000, ms: 80 });
    expect(stage('hooks-after', { hooks: [hookRun('PostToolUse', { durationMs: 5, at: null })] })).toMatchObject({
      at: null,
      ms: 5,
    });
    expect(stage('hooks-after', { hooks: [hookRun('PostToolUse', { durationMs: 0 })] })).toMatchObject({
      ms: 0,
      note: '1 hook',
    });
  });

  it.each<CallStatus>(['rejected', 'denied', 'cancelled'])('a %s call did not run', (status) => {
    expect(stage('running', { status })).toEqual({
      name: 'running',
      state: 'none',
      at: null,
      ms: null,
      note: 'did not run',
      ref: null,
    });
  });

  it.each<CallStatus>(['ok', 'error', 'interrupted', 'running', 'background', 'lost'])(
    'a call that is %s did run, for all we know',
    (status) => {
      expect(stage('running', { status, duration: null })).toEqual({
        name: 'running',
        state: 'inferred',
        at: null,
        ms: null,
        note: null,
        ref: null,
      });
    },
  );

  it('a result that is not there, one that stands in, and one with a companion', () => {
    const bodies = { input: bodyAt(1), content: null, structured: null };
    expect(stage('result', { bodies, endedAt: null })).toEqual({
      name: 'result',
      state: 'missing',
      at: null,
      ms: null,
      note: null,
      ref: null,
    });
    const background = { kind: 'shell', taskId: 'b1', endedVia: null, exitCode: null, pollCalls: [] } as const;
    expect(stage('result', { background })).toMatchObject({ state: 'observed', note: 'placeholder' });
    expect(stage('structured', { bodies: { ...bodies, structured: bodyAt(2, '/toolUseResult') } })).toMatchObject({
      state: 'observed',
      ref: bodyAt(2, '/toolUseResult'),
    });
  });

  it('says what hooks told: when it began, who was asked, and for how long', () => {
    const { pointer: _, ...ref } = bodyAt(3);
    const told: Heard = { before: { at: 1100, ref }, asked: null, denied: null, ended: { at: 3900, ref }, runMs: 2000 };
    expect(stage('running', { heard: told })).toEqual({
      name: 'running',
      state: 'observed',
      at: 1900,
      ms: 3000,
      note: null,
      ref,
    });
    expect(stage('running', { heard: { ...told, runMs: null } })).toMatchObject({ at: 1100 });
    const begun: Heard = { ...told, ended: null, runMs: null };
    expect(stage('running', { status: 'running', heard: begun })).toMatchObject({ state: 'observed', at: 1100, ref });
    expect(stage('permission', { heard: told })).toMatchObject({
      state: 'inferred',
      note: 'nobody was asked, as far as hooks tell',
    });
    const asked = { ...told, asked: { at: 1200, ref, isInferred: true } } as const;
    const permission = { decision: 'allowed', by: 'user', at: 1900, ref, askedAt: 1200, waitMs: 700 } as const;
    expect(stage('permission', { heard: asked, permission: { ...permission, isInferred: true } })).toEqual({
      name: 'permission',
      state: 'inferred',
      at: 1200,
      ms: 700,
      note: 'asked, allowed by user (matched by tool and input)',
      ref,
    });
    const waiting = { decision: 'asked', by: 'unknown', at: 1200, ref, askedAt: 1200 } as const;
    expect(stage('running', { status: 'running', heard: asked, permission: waiting })).toMatchObject({
      state: 'none',
      note: 'waits for approval',
    });
  });

  it('names hooks that said no, failed or timed out, and counts each run once', () => {
    const hooks = [
      hookRun('PreToolUse', { name: 'PreToolUse:Bash', outcome: 'started' }),
      hookRun('PreToolUse', {
        name: 'PreToolUse:Bash',
        outcome: 'failed-open',
        command: 'a.sh',
        exitCode: 1,
        durationMs: 9,
      }),
      hookRun('PreToolUse', { name: 'PreToolUse:Bash', outcome: 'cancelled', command: 'b.sh' }),
      hookRun('PreToolUse', { name: 'PreToolUse:Bash', outcome: 'blocked', command: 'c.sh', message: 'not here' }),
      hookRun('PreToolUse', { name: 'PreToolUse:Bash', outcome: 'context' }),
    ];
    expect(stage('hooks-before', { hooks })?.note).toBe(
      '3 hooks; a.sh failed, and the call went on (exit 1, 9 ms); b.sh timed out or was stopped; c.sh said no: not here',
    );
  });
});
