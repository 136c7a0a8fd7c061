// Tests costs: the log's own figure first, estimates request by request, unknown models named, every part adding up.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { call, OPTIONS, request, said, sessionView, T0 } from '../../test/support/session-view.ts';
import { costOf, costOfTurns, estimateUsd } from './cost.ts';
import { PRICE_TABLE } from './price-table.ts';
import { Prices } from './prices.ts';
import { TurnMap } from './turn-map.ts';

const { prices } = OPTIONS;
const usage = { input: 1000, output: 2000, cacheRead: 30_000, cacheWrite: 4000, reasoning: 500 };

it('prices each kind of token for itself', () => {
  // 5, 25, 0.5 and 6.25 dollars a million; what the cache keeps for an hour costs 10.
  expect(estimateUsd(request(0, { usage }), prices)).toBeCloseTo(0.005 + 0.05 + 0.015 + 0.025, 10);
  expect(estimateUsd(request(0, { usage, cacheWriteLong: 1000 }), prices)).toBeCloseTo(0.095 + 0.00375, 10);
  // No price for writes: they cost as much as other input.
  expect(estimateUsd(request(0, { usage, model: 'gpt-5' }), prices)).toBeCloseTo(
    (5000 * 1.25 + 2000 * 10 + 30_000 * 0.125) / 1e6,
    10,
  );
});

it('looks at one request for long ones, and at its day', () => {
  const long = { ...usage, cacheRead: 300_000 };
  const model = 'claude-opus-4-6';
  const before = Date.parse('2026-02-01');
  expect(estimateUsd(request(0, { usage: long, model, at: before }), prices)).toBeCloseTo(
    (1000 * 10 + 2000 * 37.5 + 300_000 * 1 + 4000 * 12.5) / 1e6,
    10,
  );
  expect(estimateUsd(request(0, { usage: long, model, at: T0 }), prices)).toBeCloseTo(
    (1000 * 5 + 2000 * 25 + 300_000 * 0.5 + 4000 * 6.25) / 1e6,
    10,
  );
});

it('knows models by the names logs give them, and no others', () => {
  const known = [
    'claude-opus-4.8',
    'anthropic/claude-sonnet-4-5-20250929',
    'us.anthropic.claude-haiku-4-5-20251001-v1:0',
  ];
  for (const model of [...known, 'claude-sonnet-4-5[1m]', 'gpt-5.2-codex']) expect(prices.of(model, T0)).toBeDefined();
  for (const model of ['sonnet', 'unknown', '', 'gpt-5-of-mine', '<synthetic>', '__proto__']) {
    expect(prices.of(model, T0)).toBeUndefined();
  }
});

it('lets own prices come first', () => {
  const own = {
    model: 'mine',
    names: ['=mine', '^gpt-5'],
    window: 1000,
    prices: [{ from: null, input: 1, output: 2 }],
  };
  const mine = new Prices(PRICE_TABLE, [own]);
  expect(estimateUsd(request(0, { usage, model: 'mine' }), mine)).toBeCloseTo((35_000 + 4000) / 1e6, 10);
  expect([mine.isOwn('gpt-5.2-codex'), mine.windowOf('gpt-5.2-codex'), mine.isOwn('claude-opus-4-8')]).toEqual([
    true,
    1000,
    false,
  ]);
});

it('takes the figures of the log first, and names models without a price', () => {
  const requests = [
    request(1, { costUsd: 0.5 }),
    request(2, { usage }),
    request(3, { model: 'mystery-1' }),
    request(12, { model: 'mystery-1', thread: 'a1' }),
  ];
  const messages = [said('prompt', 0), said('prompt', 10)];
  const starter = call('agent', 11, 13, { agentId: 'a1' });
  const thread = { agentType: null, description: null, parentThread: 'main', depth: 1 };
  const threads = [{ id: 'a1', parentCall: starter.callId, ...thread }];
  const view = sessionView({ messages, requests, calls: [starter], threads });
  const cost = costOf(view, new TurnMap(view), OPTIONS);
  expect(cost).toMatchObject({
    basis: 'mixed',
    requests: 4,
    unpriced: 2,
    statedUsd: null,
    unknownModels: [{ model: 'mystery-1', requests: 2 }],
    priceDate: PRICE_TABLE.date,
  });
  expect(cost.usd).toBeCloseTo(0.595, 10);
  const turns = costOfTurns(cost);
  expect([turns.get(1)?.requests, turns.get(2)?.requests, turns.get(2)?.usd]).toEqual([3, 1, null]);
  const stated = costOf({ ...view, fields: { costUsd: 2 } }, new TurnMap(view), OPTIONS);
  expect([stated.usd, stated.basis, stated.statedUsd]).toEqual([2, 'log', 2]);
});

it('adds up, however it is parted', () => {
  const models = ['claude-opus-4-5', 'gpt-5.2', 'mystery-1'];
  const anyRequest = fc
    .tuple(fc.constantFrom(...models), fc.constantFrom('main', 'a1'), fc.nat(90_000), fc.nat(1_000_000), fc.boolean())
    .map(([model, thread, when, tokens, isStated]) =>
      request(when, {
        model,
        thread,
        costUsd: isStated ? tokens / 1e6 : null,
        usage: { input: tokens, output: tokens % 1000, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
      }),
    );
  fc.assert(
    fc.property(fc.array(anyRequest, { maxLength: 40 }), (requests) => {
      const view = sessionView({ requests, messages: [said('prompt', 0), said('prompt', 50_000)] });
      const cost = costOf(view, new TurnMap(view), OPTIONS);
      const usd = (parts: Iterable<{ usd: number | null }>): number => {
        let sum = 0;
        for (const part of parts) sum += part.usd ?? 0;
        return sum;
      };
      for (const parts of [cost.parts, cost.models, cost.threads, costOfTurns(cost).values()]) {
        expect(usd(parts)).toBeCloseTo(cost.usd ?? 0, 6);
      }
      expect(cost.parts.reduce((sum, part) => sum + part.requests, 0)).toBe(requests.length);
    }),
  );
});
