// Tests turns: what belongs to which, and that they add up to the session.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { call, OPTIONS, request, said, sessionView } from '../../test/support/session-view.ts';
import { insightsOf } from './insights.ts';

it('groups calls, tokens and time under their prompts', () => {
  const failure = { code: 'tests-failed', blame: 'code', message: 'no' } as const;
  const view = sessionView({
    messages: [said('prompt', 0, 'Fix it'), said('answer', 30), said('prompt', 60, 'Now the docs'), said('answer', 70)],
    calls: [
      call('shell', 5, 15, { status: 'error', failure }),
      call('edit', 16, 17, { facts: { path: '/a.ts' } }),
      call('read', 62, 63, { facts: { path: '/a.ts' } }),
    ],
    requests: [request(5), request(62)],
  });
  const { turns } = insightsOf(view, OPTIONS);
  expect(
    turns.map(({ asked, wallMs, activeMs, calls, failures, summary }) => {
      return [asked?.text, wallMs, activeMs, calls, failures, summary];
    }),
  ).toEqual([
    ['Fix it', 60_000, 30_000, 2, 1, '1 file changed, 1 command, 1 failure'],
    ['Now the docs', 10_000, 10_000, 1, 0, '1 file read'],
  ]);
  expect(turns.map(({ tokens, cost }) => [tokens.output, cost.requests])).toEqual([
    [100, 1],
    [100, 1],
  ]);
});

it('has one turn for what was never asked for, and none for nothing', () => {
  expect(insightsOf(sessionView({ calls: [call('shell', 0, 5)] }), OPTIONS).turns).toMatchObject([
    { turn: 1, asked: null, calls: 1, wallMs: 5000 },
  ]);
  expect(insightsOf(sessionView(), OPTIONS).turns).toEqual([]);
});

it('counts a prompt once that the log says again', () => {
  const at = (line: number) => ({ ref: { source: 0, line, offset: line, length: 1 } });
  const messages = [
    said('prompt', 1, 'Plant a pear', at(1)),
    said('prompt', 9, 'Prune it', at(2)),
    said('prompt', 1, 'Plant a pear', at(3)),
    said('prompt', 9, 'Prune it', at(4)),
    said('prompt', 20, 'Prune it', at(5)),
  ];
  const { turns } = insightsOf(sessionView({ messages }), OPTIONS);
  expect(turns.map(({ asked }) => asked?.ref.line)).toEqual([1, 2, 5]);
});

it('adds up to the session, whatever the clocks say', () => {
  const second = fc.integer({ min: 0, max: 5000 });
  const messages = fc.array(fc.tuple(fc.constantFrom('prompt', 'command', 'answer'), second), { maxLength: 30 });
  const calls = fc.array(fc.tuple(second, fc.integer({ min: 1, max: 300 })), { maxLength: 20 });
  fc.assert(
    fc.property(messages, calls, (spoken, ran) => {
      const view = sessionView({
        messages: spoken.map(([what, when], index) =>
          said(what, when, what, { ref: { source: 0, line: index, offset: index, length: 1 } }),
        ),
        calls: ran.map(([from, length]) => call('shell', from, from + length)),
      });
      const { turns, time } = insightsOf(view, OPTIONS);
      if (turns.length === 0) return;
      expect(turns.reduce((sum, { wallMs }) => sum + wallMs, 0)).toBe(time.wallMs);
      expect(turns.reduce((sum, turn) => sum + turn.calls, 0)).toBe(ran.length);
      for (const { class: name, ms } of time.classes) {
        const parts = turns.map((turn) => turn.time.find((sum) => sum.class === name)?.ms ?? 0);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(ms);
      }
      for (const turn of turns) expect(turn.time.reduce((sum, { ms }) => sum + ms, 0)).toBe(turn.wallMs);
    }),
  );
});
