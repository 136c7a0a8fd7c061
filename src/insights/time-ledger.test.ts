// Tests the time ledger: made-up sessions whose times are known, and that every session adds up.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { call, OPTIONS, said, sessionView, T0 } from '../../test/support/session-view.ts';
import { hookRun } from '../../test/support/tool-call.ts';
import type { SessionView } from './session-view.ts';
import { timeLedger } from './time-ledger.ts';

/** Class → seconds, with a sign for bounds. */
function seconds(view: Partial<SessionView>): Readonly<Record<string, string>> {
  const { classes } = timeLedger(sessionView(view), OPTIONS);
  return Object.fromEntries(
    classes.map(({ class: name, ms, bound }) => [name, `${bound === 'exact' ? '' : '≤ '}${ms / 1000}`]),
  );
}

it('tells model, tool and idle time by what stands before and after', () => {
  const view = {
    messages: [said('prompt', 0), said('answer', 30), said('prompt', 100), said('answer', 110)],
    calls: [call('shell', 5, 15)],
  };
  expect(seconds(view)).toEqual({ model: '30', tool: '≤ 10', idle: '70' });
});

it('counts what is measured as such, and what a file takes too long for as a wait for permission', () => {
  const exact = { ms: 4000, basis: 'reported', bound: 'exact', includes: [] } as const;
  const measured = [said('prompt', 0), said('answer', 40)];
  expect(seconds({ messages: measured, calls: [call('shell', 10, 15, { duration: exact })] })).toEqual({
    model: '35',
    tool: '≤ 5',
  });
  expect(seconds({ messages: measured, calls: [call('shell', 10, 30, { duration: exact })] })).toEqual({
    model: '20',
    tool: '4',
    unknown: '≤ 16',
  });
  expect(seconds({ messages: measured, calls: [call('edit', 10, 30)] })).toEqual({ model: '20', permission: '≤ 20' });
  expect(seconds({ messages: measured, calls: [call('edit', 10, 12)] })).toEqual({ model: '38', tool: '≤ 2' });
});

it('takes waits and hooks from hooks where they tell', () => {
  const permission = {
    decision: 'allowed',
    by: 'user',
    at: T0 + 18_000,
    askedAt: T0 + 12_000,
    waitMs: 6000,
    ref: { source: 0, line: 1, offset: 0, length: 1 },
  } as const;
  const hooks = [hookRun('PreToolUse', { at: T0 + 11_000, durationMs: 500 })];
  const view = {
    messages: [said('prompt', 0), said('answer', 25)],
    calls: [call('shell', 10, 20, { permission, hooks })],
  };
  expect(seconds(view)).toEqual({ model: '15', tool: '≤ 3.5', hook: '0.5', permission: '6' });
});

it('knows whom a call waits for, and who works for it', () => {
  const messages = [said('prompt', 0), said('answer', 100)];
  const question = call('ask-user-question', 10, 40);
  const refused = call('shell', 40, 60, { status: 'rejected', duration: null });
  const agent = call('agent', 60, 90, { agentId: 'a1' });
  expect(seconds({ messages, calls: [question, refused, agent] })).toEqual({
    model: '20',
    answer: '30',
    permission: '20',
    subagent: '30',
  });
});

it('says unknown where nothing tells, and idle where nothing can have gone on', () => {
  expect(seconds({ messages: [said('prompt', 0), said('answer', 900)] })).toEqual({ unknown: '900' });
  expect(seconds({ messages: [said('prompt', 0), said('answer', 9000)] })).toEqual({ idle: '9000' });
  expect(seconds({ messages: [said('prompt', 0)], calls: [call('shell', 0, 4000)] })).toEqual({ unknown: '≤ 4000' });
});

it('sees subagents that go on when the main thread has nothing to do', () => {
  const messages = [said('prompt', 0), said('answer', 10), said('answer', 60, 'x', { thread: 'a1' })];
  const calls = [call('shell', 5, 8, { thread: 'a1' })];
  expect(seconds({ messages, calls })).toEqual({ model: '10', subagent: '50' });
});

it('has nothing to tell of a session without times', () => {
  const empty = { from: null, to: null, wallMs: 0, activeMs: 0, classes: [], spans: [] };
  expect(timeLedger(sessionView(), OPTIONS)).toEqual(empty);
  const undated = sessionView({ messages: [said('prompt', 0, 'x', { at: null })] });
  expect(timeLedger({ ...undated, startedAt: null, lastAt: null }, OPTIONS)).toEqual(empty);
});

const WHATS = ['prompt', 'answer', 'thinking', 'interrupt', 'api-error', 'notification', 'injected'] as const;
const TOOLS = ['shell', 'edit', 'read', 'agent', 'ask-user-question', 'mcp'] as const;
const STATUSES = [
  'ok',
  'error',
  'rejected',
  'denied',
  'cancelled',
  'running',
  'lost',
  'unknown',
  'interrupted',
] as const;
const second = fc.integer({ min: -50, max: 20_000 });
const anyCall = fc
  .tuple(fc.constantFrom(...TOOLS), second, second, fc.constantFrom(...STATUSES), fc.nat(90_000), fc.boolean())
  .map(([tool, from, to, status, ms, isExact]) =>
    call(tool, from, to, {
      status,
      endedAt: status === 'running' || status === 'lost' || status === 'unknown' ? null : T0 + to * 1000,
      thread: ms % 5 === 0 ? 'a1' : 'main',
      agentId: ms % 7 === 0 ? 'a1' : null,
      duration: { ms, basis: 'reported', bound: isExact ? 'exact' : 'at-most', includes: [] },
      hooks: ms % 3 === 0 ? [hookRun('PreToolUse', { at: T0 + to * 1000, durationMs: ms })] : [],
    }),
  );
const anyMessage = fc.tuple(fc.constantFrom(...WHATS), second).map(([what, when]) => said(what, when));

it('puts every millisecond into exactly one class', () => {
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 30 }), fc.array(anyCall, { maxLength: 20 }), (messages, calls) => {
      const view = sessionView({ messages, calls });
      const { from, to, wallMs, activeMs, classes, spans } = timeLedger(view, OPTIONS);
      expect(classes.reduce((sum, { ms }) => sum + ms, 0)).toBe(wallMs);
      expect(activeMs).toBe(wallMs - (classes.find((sum) => sum.class === 'idle')?.ms ?? 0));
      if (from === null || to === null || wallMs === 0) return;
      let reached = from;
      for (const span of spans) {
        expect(span.from).toBe(reached);
        expect(span.to).toBeGreaterThan(span.from);
        reached = span.to;
      }
      expect(reached).toBe(to);
      for (const { class: name, bound } of classes) {
        const hasBound = spans.some((span) => span.class === name && span.bound === 'at-most');
        expect(bound).toBe(hasBound ? 'at-most' : 'exact');
      }
    }),
  );
});
