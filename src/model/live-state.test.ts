// Tests the live state of a session: every rule of the log, hooks before logs, and hooks that were taken out.

import { describe, expect, it } from 'vitest';
import { type CallWithoutResult, type HookSignal, type LiveState, type LogFacts, liveState } from './live-state.ts';
import type { LineRef } from './source.ts';

const NOW = Date.UTC(2026, 3, 1, 12);

function ref(line: number): LineRef {
  return { source: 0, line, offset: line * 100, length: 99 };
}

const QUIET: LogFacts = { lastAt: NOW - 60_000, openCalls: [], lastMessage: null, lastResult: null };

function open(callId: string, more: Partial<CallWithoutResult> = {}): CallWithoutResult {
  const plain = { permission: null, awaits: null, isQuick: false } as const;
  return { callId, requestedAt: NOW - 60_000, ref: ref(7), ...plain, ...more };
}

function asked(log: Partial<LogFacts>, hooks: readonly HookSignal[] = []): LiveState {
  return liveState({ log: { ...QUIET, ...log }, hooks }, NOW);
}

function brief({ state, via, rule, certainty, callId }: LiveState): unknown[] {
  return [state, via, rule, certainty, callId];
}

describe('by the log', () => {
  it('says which line and which rule', () => {
    expect(asked({ openCalls: [open('a')] })).toEqual({
      state: 'working',
      via: 'log',
      rule: 'open-call',
      certainty: 'observed',
      since: NOW - 60_000,
      callId: 'a',
      ref: ref(7),
    });
  });

  it.each<[string, Partial<LogFacts>, unknown[]]>([
    ['silence', { lastAt: NOW - 15 * 60_000, openCalls: [open('a')] }, ['ended', 'silence', 'inferred', null]],
    ['no time at all', { lastAt: null }, ['ended', 'silence', 'inferred', null]],
    ['an empty session', {}, ['idle', 'nothing-said', 'inferred', null]],
    [
      'a question',
      { openCalls: [open('a'), open('b', { awaits: 'answer' })] },
      ['waiting-answer', 'open-question', 'observed', 'b'],
    ],
    [
      'leave that was asked for',
      { openCalls: [open('q', { awaits: 'answer' }), open('a', { permission: 'asked' })] },
      ['waiting-permission', 'permission-asked', 'observed', 'a'],
    ],
    [
      'a quick tool that does not come back',
      { openCalls: [open('a', { isQuick: true })] },
      ['waiting-permission', 'quick-call-still-open', 'inferred', 'a'],
    ],
    [
      'a quick tool just started',
      { openCalls: [open('a', { isQuick: true, requestedAt: NOW - 1000 })] },
      ['working', 'open-call', 'observed', 'a'],
    ],
    [
      'a quick tool that was allowed',
      { openCalls: [open('a', { isQuick: true, permission: 'allowed' })] },
      ['working', 'open-call', 'observed', 'a'],
    ],
    [
      'a prompt',
      { lastMessage: { what: 'prompt', at: NOW - 9000, ref: ref(3) } },
      ['working', 'last-word:prompt', 'inferred', null],
    ],
    [
      'an answer',
      { lastMessage: { what: 'answer', at: NOW - 30_000, ref: ref(3) } },
      ['idle', 'last-word:answer', 'inferred', null],
    ],
    [
      'an answer this moment',
      { lastMessage: { what: 'answer', at: NOW - 3000, ref: ref(3) } },
      ['working', 'just-spoke', 'inferred', null],
    ],
    [
      'a result after an answer',
      {
        lastMessage: { what: 'answer', at: NOW - 30_000, ref: ref(3) },
        lastResult: { callId: 'a', at: NOW - 20_000, ref: ref(5) },
      },
      ['working', 'last-word:result', 'inferred', 'a'],
    ],
    [
      'an interruption',
      {
        lastMessage: { what: 'interrupt', at: NOW - 100, ref: ref(6) },
        lastResult: { callId: 'a', at: NOW - 200, ref: ref(5) },
      },
      ['idle', 'last-word:interrupt', 'observed', null],
    ],
  ])('%s', (_, log, [state, rule, certainty, callId]) => {
    expect(brief(asked(log))).toEqual([state, 'log', rule, certainty, callId]);
  });
});

describe('by hooks', () => {
  const signal = (word: HookSignal['word'], agoMs: number, callId: string | null = null): HookSignal => ({
    word,
    at: NOW - agoMs,
    callId,
  });

  it('comes first, and says so', () => {
    const hooks = [signal('tool-starting', 2000, 'a'), signal('permission-requested', 1000, 'a')];
    expect(asked({ openCalls: [open('a')] }, hooks)).toEqual({
      state: 'waiting-permission',
      via: 'hooks',
      rule: 'hook:permission-requested',
      certainty: 'observed',
      since: NOW - 1000,
      callId: 'a',
      ref: null,
    });
  });

  it.each<[string, HookSignal[], Partial<LogFacts>, unknown[]]>([
    [
      'a request stays open while another call works',
      [signal('permission-requested', 9000, 'a'), signal('tool-ended', 2000, 'b')],
      { openCalls: [open('a')] },
      ['waiting-permission', 'hooks', 'hook:permission-requested', 'observed', 'a'],
    ],
    [
      'a request is over when its call has a result',
      [signal('permission-requested', 9000, 'a'), signal('tool-ended', 2000, 'b')],
      { lastAt: NOW - 2000 },
      ['working', 'hooks', 'hook:tool-ended', 'observed', 'b'],
    ],
    [
      'a request is over when its call starts',
      [signal('permission-requested', 9000, 'a'), signal('tool-starting', 2000, 'a')],
      { openCalls: [open('a')] },
      ['working', 'hooks', 'hook:tool-starting', 'observed', 'a'],
    ],
    ...(['permission', 'answer'] as const).map((what): [string, HookSignal[], Partial<LogFacts>, unknown[]] => [
      `a person who was asked for ${what} is still asked while the log goes on`,
      [signal(`${what}-requested`, 60_000, 'a')],
      { lastAt: NOW - 5000, openCalls: [open('a')] },
      [`waiting-${what}`, 'hooks', `hook:${what}-requested`, 'observed', 'a'],
    ]),
    [
      'an idle session stays idle for hours',
      [signal('turn-ended', 5 * 3600_000)],
      { lastAt: NOW - 5 * 3600_000 },
      ['idle', 'hooks', 'hook:turn-ended', 'observed', null],
    ],
    [
      'the end is the end',
      [signal('permission-requested', 9000, 'a'), signal('session-ended', 1000)],
      { openCalls: [open('a')] },
      ['ended', 'hooks', 'hook:session-ended', 'observed', null],
    ],
    [
      'hooks that were taken out',
      [signal('turn-ended', 60_000)],
      { lastAt: NOW - 20_000, lastMessage: { what: 'prompt', at: NOW - 20_000, ref: ref(9) } },
      ['working', 'log', 'last-word:prompt', 'inferred', null],
    ],
    [
      'work that nobody spoke of for long',
      [signal('prompt-submitted', 20 * 60_000)],
      { lastAt: NOW - 20 * 60_000 },
      ['ended', 'log', 'silence', 'inferred', null],
    ],
  ])('%s', (_, hooks, log, expected) => {
    expect(brief(asked(log, hooks))).toEqual(expected);
  });
});
