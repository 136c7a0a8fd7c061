// Tests the critical path, the longest waits, and what filled the context.

import { expect, it } from 'vitest';
import { call, OPTIONS, refAt, request, said, sessionView, T0 } from '../../test/support/session-view.ts';
import { hookRun } from '../../test/support/tool-call.ts';
import { contextOf } from './context.ts';
import { criticalPath } from './critical-path.ts';
import { insightsOf } from './insights.ts';
import { waitsIn } from './waits.ts';

it('follows of calls at once the one that ended last, and into subagents', () => {
  const slow = call('agent', 10, 60, { agentId: 'a1' });
  const calls = [
    call('read', 1, 3),
    call('shell', 1, 9),
    slow,
    call('shell', 10, 20),
    call('shell', 12, 40, { thread: 'a1' }),
    call('read', 41, 42, { thread: 'a1' }),
    call('shell', 61, 65),
  ];
  const { steps, callMs, slowest } = criticalPath(
    sessionView({ messages: [said('prompt', 0), said('answer', 70)], calls }),
  );
  const toolOf = (id: string): string | undefined => calls.find(({ callId }) => callId === id)?.toolId;
  expect(steps.map(({ callId, depth, ms }) => [toolOf(callId), depth, ms])).toEqual([
    ['shell', 0, 8000],
    ['agent', 0, 21_000],
    ['shell', 1, 28_000],
    ['read', 1, 1000],
    ['shell', 0, 4000],
  ]);
  expect([callMs, slowest[0]?.ms]).toEqual([62_000, 28_000]);
});

it('does not go round in circles, and has no path where nothing has a time', () => {
  const loop = [call('agent', 0, 9, { agentId: 'a1' }), call('agent', 1, 8, { thread: 'a1', agentId: 'main' })];
  expect(criticalPath(sessionView({ calls: loop })).steps.length).toBeGreaterThan(0);
  expect(criticalPath(sessionView())).toEqual({ steps: [], callMs: 0, slowest: [] });
});

it('lists waits, and the rules that would have saved them', () => {
  const asked = (from: number, seconds: number): object => ({
    permission: {
      decision: 'allowed',
      by: 'user',
      at: T0 + (from + seconds) * 1000,
      askedAt: T0 + from * 1000,
      waitMs: seconds * 1000,
      ref: refAt(1),
    },
    facts: { command: 'npm test -- --watch=false' },
  });
  const { longest, rules, slowest, hooks } = waitsIn(
    sessionView({
      calls: [
        call('shell', 0, 300, asked(0, 240)),
        call('shell', 300, 600, asked(300, 240)),
        call('edit', 600, 700),
        call('shell', 700, 900, { status: 'rejected', duration: null }),
        call('shell', 900, 930),
      ],
      hooks: [hookRun('Stop', { durationMs: 200 }), hookRun('Stop', { durationMs: 300 }), hookRun('Start')],
    }),
    OPTIONS,
  );
  expect(longest.map(({ what, ms, bound }) => [what, ms / 1000, bound])).toEqual([
    ['permission', 240, 'exact'],
    ['permission', 240, 'exact'],
    ['permission', 200, 'exact'],
    ['permission', 100, 'at-most'],
  ]);
  expect(rules.map(({ rule, times, ms, bound }) => [rule, times, ms / 1000, bound])).toEqual([
    ['Bash(npm test:*)', 2, 480, 'exact'],
    ['edit', 1, 100, 'at-most'],
  ]);
  expect(slowest.map(({ ms }) => ms / 1000)).toEqual([30]);
  expect(hooks.map(({ event, runs, ms, longestMs }) => [event, runs, ms, longestMs])).toEqual([
    ['Stop', 2, 500, 300],
    ['Start', 1, 0, 0],
  ]);
});

it('shares the growth between two requests out to what came between', () => {
  const sent = (cacheRead: number, output: number): object => ({
    usage: { input: 0, output, cacheRead, cacheWrite: 0, reasoning: 0 },
  });
  const context = contextOf(
    sessionView({
      messages: [said('prompt', 0), said('prompt', 30, 'x'.repeat(100))],
      calls: [
        call('read', 2, 3, { facts: { bytes: 3000, path: '/a' } }),
        call('shell', 4, 5, { facts: { bytes: 1000 } }),
        call('read', 32, 33, { facts: { bytes: 10, path: '/a' } }),
      ],
      requests: [request(1, sent(10_000, 500)), request(6, sent(14_500, 100)), request(31, sent(14_700, 10))],
      compactions: [{ thread: 'main', at: T0, trigger: 'auto', preTokens: 9, postTokens: 3, ref: refAt(1) }],
    }),
    OPTIONS,
  );
  expect(context.filledBy).toEqual([
    { kind: 'start', toolId: null, tokens: 10_000, items: 1 },
    { kind: 'result', toolId: 'read', tokens: 3000, items: 1 },
    { kind: 'result', toolId: 'shell', tokens: 1000, items: 1 },
    { kind: 'model', toolId: null, tokens: 600, items: 2 },
    { kind: 'prompt', toolId: null, tokens: 100, items: 1 },
  ]);
  expect(context.largest.map(({ toolId, tokens }) => [toolId, tokens])).toEqual([
    ['read', 3000],
    ['shell', 1000],
  ]);
  expect(context).toMatchObject({ peakTokens: 14_700, lastTokens: 14_700, windowTokens: 200_000, windowFrom: 'table' });
  expect(context.compactions).toMatchObject([{ trigger: 'auto', beforeTokens: 9, afterTokens: 3 }]);
  expect(context.readTwice.map(({ path, times }) => [path, times])).toEqual([['/a', 2]]);
});

it('does not count what changed in between as read twice, and prefers the window that the log states', () => {
  const path = { facts: { path: '/a' } };
  const calls = [call('read', 0, 1, path), call('edit', 1, 2, path), call('read', 2, 3, path)];
  const context = contextOf(sessionView({ calls, requests: [request(3, { contextWindow: 272_000 })] }), OPTIONS);
  expect([context.readTwice, context.windowTokens, context.windowFrom]).toEqual([[], 272_000, 'log']);
});

it('survives hostile sessions', () => {
  const odd = [
    call('shell', 5, 1, { requestedAt: Number.MAX_VALUE, endedAt: -1 }),
    call('shell', 5, 1, { facts: { command: `git ${'-c x '.repeat(50_000)}` } }),
    call('__proto__', 0, 0, { callId: '__proto__', thread: 'constructor', agentId: '__proto__' }),
  ];
  const view = sessionView({
    calls: odd,
    messages: [said('prompt', 0, '?'.repeat(1e6)), said('answer', 1)],
    lastWords: `${' '.repeat(1e5)}?`.repeat(3),
    requests: [request(1, { at: Number.MAX_VALUE, model: '__proto__' })],
  });
  expect(insightsOf(view, OPTIONS).claims).toEqual([]);
});
