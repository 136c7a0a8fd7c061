// Tests that what is kept of a session's insights says the same as the insights.

import { expect, it } from 'vitest';
import { call, OPTIONS, refAt, request, said, sessionView } from '../../test/support/session-view.ts';
import { totalTokens } from '../model/usage.ts';
import { insightRow } from './insight-row.ts';
import { insightsOf } from './insights.ts';

const failure = { code: 'tests-failed', blame: 'code', message: 'no' } as const;

it('says the same as the insights', () => {
  const view = sessionView({
    messages: [said('prompt', 0, 'Fix it'), said('answer', 90), said('prompt', 200), said('answer', 260)],
    calls: [
      call('shell', 5, 15, { status: 'error', failure, target: 'npm test' }),
      call('edit', 16, 60, { facts: { path: '/a.ts' } }),
      call('shell', 210, 220, { masked: { ...failure, ref: refAt(1) } }),
    ],
    requests: [request(5), request(62, { model: 'mystery-1' }), request(215, { costUsd: 1 })],
    lastWords: 'Is that all right?',
  });
  const { verdict, time, turns, cost } = insightsOf(view, OPTIONS);
  const row = insightRow(view, OPTIONS);
  expect(row).toMatchObject({
    ending: verdict.ended.ending,
    rule: verdict.ended.rule,
    wallMs: time.wallMs,
    activeMs: time.activeMs,
    costUsd: cost.usd,
    costBasis: cost.basis,
    openFailures: verdict.failureCount,
    hiddenFailures: verdict.hidden.length,
    time: time.classes,
  });
  expect([row.ending, row.openFailures, row.hiddenFailures, row.costBasis]).toEqual(['asked', 1, 1, 'mixed']);
  expect(
    row.turns.map(({ turn, asked, wallMs, calls, tokens, usd }) => [turn, asked, wallMs, calls, tokens, usd]),
  ).toEqual(
    turns.map((turn) => {
      return [turn.turn, turn.asked?.text, turn.wallMs, turn.calls, totalTokens(turn.tokens), turn.cost.usd];
    }),
  );
  expect(row.costs.map(({ model, turn, usd, requests }) => [model, turn, usd, requests])).toEqual(
    cost.parts.map(({ model, turn, usd, requests }) => [model, turn, usd, requests]),
  );
});
