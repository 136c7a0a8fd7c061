// Tests hooks as every era logs them: progress records, attachments, words in system records, and the summary of a turn.

import { describe, expect, it } from 'vitest';
import { mustEnd } from '../../../test/support/must-end.ts';
import type { HookRan } from '../../model/observation.ts';
import {
  isHookAttachment,
  observeHookAttachment,
  observeHookProgress,
  observeHookText,
  observeRefusal,
  observeStopHooks,
} from './hooks.ts';

const seen = { ref: { source: 0, line: 1, offset: 0, length: 1 }, at: 5, thread: 'main' };
const ran: HookRan = {
  kind: 'hook-ran',
  ...seen,
  callId: null,
  event: '',
  name: '',
  command: null,
  outcome: 'ok',
  exitCode: null,
  durationMs: null,
  decision: null,
  message: null,
};

describe('progress', () => {
  it('says that a hook of a call has started', () => {
    const data = {
      hookEvent: 'PreToolUse',
      hookName: 'PreToolUse:Bash',
      command: 'guard.sh',
      statusMessage: 'looking',
    };
    expect(observeHookProgress({ parentToolUseID: 'toolu_1', toolUseID: 'other' }, data, seen)).toEqual([
      {
        ...ran,
        callId: 'toolu_1',
        event: 'PreToolUse',
        name: 'PreToolUse:Bash',
        command: 'guard.sh',
        outcome: 'started',
        message: 'looking',
      },
    ]);
  });

  it('says that it has ended, and what it answered', () => {
    const record = { parentToolUseID: 'toolu_1' };
    const data = { hookEvent: 'PreToolUse', hookName: 'guard', status: 'completed' };
    const run = { ...ran, callId: 'toolu_1', event: 'PreToolUse', name: 'guard' };
    expect(observeHookProgress(record, data, seen)).toEqual([{ ...run, outcome: 'ok' }]);
    const answer = { decision: 'allow', reason: 'ripe enough', additionalContext: 'picked yesterday' };
    const decided = { ...run, outcome: 'decided', decision: 'allow', message: 'ripe enough · picked yesterday' };
    const allowed = { kind: 'permission-decided', ...seen, callId: 'toolu_1', decision: 'allowed', by: 'hook' };
    expect(observeHookProgress(record, { ...data, ...answer }, seen)).toEqual([
      decided,
      { ...allowed, message: 'ripe enough · picked yesterday' },
    ]);
    expect(observeHookProgress(record, { ...data, response: JSON.stringify(answer) }, seen)).toEqual([
      decided,
      { ...allowed, message: 'ripe enough · picked yesterday' },
    ]);
  });

  it('of a session carries a random id, which is no call', () => {
    expect(observeHookProgress({ parentToolUseID: 'f00d' }, { hookEvent: 'SessionStart' }, seen)).toEqual([
      { ...ran, event: 'SessionStart', name: 'SessionStart', outcome: 'started' },
    ]);
  });
});

describe('attachments', () => {
  const common = { hookName: 'PreToolUse:Edit', hookEvent: 'PreToolUse', toolUseID: 'toolu_1' };
  const call = { ...ran, callId: 'toolu_1', event: 'PreToolUse', name: 'PreToolUse:Edit' };

  it.each<[string, object, Partial<HookRan>]>([
    [
      'hook_success',
      { content: 'fine', stdout: 'fine', exitCode: 0, command: 'guard', durationMs: 31 },
      { outcome: 'ok', exitCode: 0, command: 'guard', durationMs: 31, message: 'fine' },
    ],
    ['async_hook_response', { content: '' }, { outcome: 'ok' }],
    [
      'hook_blocking_error',
      { blockingError: { blockingError: 'not here', command: 'guard' } },
      { outcome: 'blocked', command: 'guard', message: 'not here' },
    ],
    [
      'hook_non_blocking_error',
      { stderr: 'no such file', stdout: '', exitCode: 1 },
      { outcome: 'failed-open', exitCode: 1, message: 'no such file' },
    ],
    ['hook_error_during_execution', { content: 'crashed' }, { outcome: 'failed-open', message: 'crashed' }],
    ['hook_cancelled', { durationMs: 60_000 }, { outcome: 'cancelled', durationMs: 60_000 }],
    ['hook_additional_context', { content: ['one', 'two', 3] }, { outcome: 'context', message: 'one two' }],
    ['hook_system_message', { content: 'note' }, { outcome: 'context', message: 'note' }],
    ['hook_stopped_continuation', { message: 'enough' }, { outcome: 'stopped', message: 'enough' }],
    ['hook_permission_decision', {}, { outcome: 'decided' }],
  ])('%s', (type, fields, expected) => {
    expect(isHookAttachment(type)).toBe(true);
    expect(observeHookAttachment(type, { type, ...common, ...fields }, seen)).toEqual([{ ...call, ...expected }]);
  });

  it.each([
    ['allow', 'allowed'],
    ['deny', 'denied'],
    ['ask', 'asked'],
    ['defer', 'asked'],
  ])('a decision to %s is a permission too', (decision, word) => {
    const attachment = { ...common, decision, content: 'because' };
    expect(observeHookAttachment('hook_permission_decision', attachment, seen)).toEqual([
      { ...call, outcome: 'decided', decision, message: 'because' },
      { kind: 'permission-decided', ...seen, callId: 'toolu_1', decision: word, by: 'hook', message: 'because' },
    ]);
  });

  it.each([
    ['in the old words', { decision: 'block', reason: 'not on Fridays' }, 'block', 'denied', 'not on Fridays'],
    [
      'in the new ones',
      { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'not on Fridays' } },
      'deny',
      'denied',
      'not on Fridays',
    ],
    [
      'with context alone',
      { decision: 'approve', additionalContext: 'it is Monday' },
      'approve',
      'allowed',
      'it is Monday',
    ],
  ])('an answer on standard output decides %s', (_, answer, decision, word, message) => {
    const attachment = { ...common, stdout: JSON.stringify(answer), exitCode: 0 };
    expect(observeHookAttachment('hook_success', attachment, seen)).toEqual([
      { ...call, outcome: 'ok', exitCode: 0, decision, message },
      { kind: 'permission-decided', ...seen, callId: 'toolu_1', decision: word, by: 'hook', message },
    ]);
  });

  it('an answer after the tool has run decides nothing', () => {
    const attachment = { ...common, hookEvent: 'PostToolUse', stdout: '{"decision":"block","reason":"tabs"}' };
    expect(observeHookAttachment('hook_success', attachment, seen)).toHaveLength(1);
  });

  it('a decision that names no call is only a hook', () => {
    const attachment = { hookEvent: 'PreToolUse', decision: 'deny' };
    expect(observeHookAttachment('hook_permission_decision', attachment, seen)).toEqual([
      { ...ran, event: 'PreToolUse', name: 'PreToolUse', outcome: 'decided', decision: 'deny' },
    ]);
  });

  it.each(['PostToolUse', 'PostToolUseFailure', 'PermissionRequest', 'PermissionDenied'])(
    '%s belongs to a call',
    (hookEvent) => {
      expect(observeHookAttachment('hook_success', { hookEvent, toolUseID: 'toolu_1' }, seen)).toEqual([
        { ...ran, callId: 'toolu_1', event: hookEvent, name: hookEvent },
      ]);
    },
  );

  it.each(['SessionStart', 'UserPromptSubmit', 'Stop', 'SubagentStop', 'PreCompact', 'Unheard'])(
    '%s belongs to none',
    (hookEvent) => {
      expect(observeHookAttachment('hook_success', { hookEvent, toolUseID: 'f00d' }, seen)).toEqual([
        { ...ran, event: hookEvent, name: hookEvent },
      ]);
    },
  );

  it('clips what a hook said', () => {
    const [run] = observeHookAttachment('hook_success', { ...common, content: 'x'.repeat(1000) }, seen);
    expect(run?.kind === 'hook-ran' ? run.message?.length : 0).toBe(240);
  });

  it('others are no hooks', () => {
    expect([isHookAttachment('queued_command'), isHookAttachment('')]).toEqual([false, false]);
  });
});

describe('words in system records', () => {
  const record = { toolUseID: 'toolu_1' };
  const edit = { ...ran, callId: 'toolu_1', event: 'PostToolUse', name: 'PostToolUse:Edit' };

  it.each<[string, HookRan | undefined]>([
    ['Running \u001b[1mPostToolUse:Edit\u001b[22m...', { ...edit, outcome: 'started' }],
    ['Running Stop...', { ...ran, event: 'Stop', name: 'Stop', outcome: 'started' }],
    [
      '\u001b[1mPostToolUse:Edit\u001b[22m [fmt --fix] completed successfully: 3 files left',
      { ...edit, command: 'fmt --fix', exitCode: 0, message: '3 files left' },
    ],
    ['PostToolUse:Edit [fmt] completed successfully', { ...edit, command: 'fmt', exitCode: 0 }],
    [
      'Stop [a [b] c] completed successfully: done',
      { ...ran, event: 'Stop', name: 'Stop', command: 'a [b] c', exitCode: 0, message: 'done' },
    ],
    [
      'PostToolUse:Edit [fmt] failed with non-blocking status code 1: tabs',
      { ...edit, command: 'fmt', outcome: 'failed-open', exitCode: 1, message: 'tabs' },
    ],
    [
      'PostToolUse:Edit [fmt] failed with blocking status code 2: no',
      { ...edit, command: 'fmt', outcome: 'blocked', exitCode: 2, message: 'no' },
    ],
    ['PostToolUse:Edit [fmt] failed to start', { ...edit, command: 'fmt', outcome: 'failed-open' }],
    ['PostToolUse:Edit [fmt] cancelled', { ...edit, command: 'fmt', outcome: 'cancelled' }],
    ['PostToolUse:Edit [fmt] timed out', { ...edit, command: 'fmt', outcome: 'cancelled' }],
    ['Conversation [the long one] compacted', undefined],
    ['The limit is reached, now using another model', undefined],
    ['', undefined],
  ])('%j', (content, expected) => {
    expect(observeHookText(record, content, seen)).toEqual(expected);
  });

  it('takes a long text full of brackets calmly', () => {
    mustEnd(() => observeHookText(record, `Stop [${'] a '.repeat(1_000_000)}`, seen));
  });
});

describe('the summary of a turn', () => {
  const stop = { ...ran, event: 'Stop', name: 'Stop' };

  it('is one run per hook, none of them a call’s', () => {
    const record = {
      toolUseID: 'toolu_1',
      hookInfos: [{ command: 'lint', durationMs: 12 }, { command: 'bell' }, 'odd'],
      hookErrors: [],
    };
    expect(observeStopHooks(record, seen)).toEqual([
      { ...stop, command: 'lint', durationMs: 12 },
      { ...stop, command: 'bell' },
    ]);
  });

  it('says when one failed, or kept the agent from stopping', () => {
    const hookInfos = [{ command: 'lint' }];
    expect(observeStopHooks({ hookInfos, hookErrors: ['2 warnings'] }, seen)).toEqual([
      { ...stop, command: 'lint', outcome: 'failed-open', message: '2 warnings' },
    ]);
    expect(observeStopHooks({ hookInfos, hookErrors: [], preventedContinuation: true }, seen)).toEqual([
      { ...stop, command: 'lint', outcome: 'stopped' },
    ]);
  });

  it('does not say which of several failed', () => {
    const hookInfos = [{ command: 'bell' }, { command: 'lint' }];
    const told = (hookErrors: string[]) =>
      observeStopHooks({ hookInfos, hookErrors }, seen).map(
        (run) => run.kind === 'hook-ran' && [run.outcome, run.message],
      );
    expect(told(['2 warnings'])).toEqual([
      ['started', '2 warnings'],
      ['started', '2 warnings'],
    ]);
    expect(told(['no bell', '2 warnings'])).toEqual([
      ['failed-open', 'no bell 2 warnings'],
      ['failed-open', 'no bell 2 warnings'],
    ]);
  });

  it('without hooks is nothing', () => {
    expect(observeStopHooks({}, seen)).toEqual([]);
  });
});

describe('a refusal quoted in a result', () => {
  it('names the hook that said no, its command and its reason', () => {
    expect(observeRefusal('toolu_1', 'PreToolUse:Bash hook error: [guard.sh --all]: not\nhere', seen)).toEqual([
      {
        ...ran,
        callId: 'toolu_1',
        event: 'PreToolUse',
        name: 'PreToolUse:Bash',
        command: 'guard.sh --all',
        outcome: 'blocked',
        exitCode: 2,
        message: 'not here',
      },
    ]);
  });

  it.each(['Execution stopped by PreToolUse hook', 'no ladders', 'PreToolUse:Bash hook error: [x'])(
    'is none: %s',
    (text) => {
      expect(observeRefusal('toolu_1', text, seen)).toEqual([]);
    },
  );
});
