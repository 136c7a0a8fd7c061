// Tests costs that old versions of Claude Code stated themselves (`costUSD`, 0.2 to 1.0.3): they come first, and are compared
// with the price table.

import { expect, it } from 'vitest';
import { agreementText, costText } from '../../src/api/insight-text.ts';
import { insightsOf } from '../../src/insights/insights.ts';
import { ClaudeLog } from '../support/claude-log.ts';
import { readOne } from '../support/read.ts';
import { OPTIONS } from '../support/session-view.ts';

const SESSION = '22222222-2222-4333-8444-555555555555';
const USAGE = {
  input_tokens: 1000,
  output_tokens: 2000,
  cache_read_input_tokens: 100_000,
  cache_creation_input_tokens: 10_000,
};
/** By list prices of the model: 3, 15, 0.30 and 3.75 dollars for a million tokens. */
const USD = 0.003 + 0.03 + 0.03 + 0.0375;

function logWith(costs: readonly (number | undefined)[], model = 'claude-3-7-sonnet-20250219'): string {
  const log = new ClaudeLog(SESSION);
  log.prompt('How many beds are there?');
  for (const [i, costUSD] of costs.entries()) {
    const message = {
      id: `msg_${i}`,
      type: 'message',
      role: 'assistant',
      model,
      content: [{ type: 'text', text: 'Ten.' }],
      usage: USAGE,
    };
    log.add('assistant', {
      message,
      requestId: `req_${i}`,
      durationMs: 900,
      ...(costUSD === undefined ? {} : { costUSD }),
    });
  }
  return log.text();
}

async function costOf(costs: readonly (number | undefined)[], model?: string) {
  const session = await readOne({ [`${SESSION}.jsonl`]: logWith(costs, model) });
  return insightsOf({ ...session, lastWords: null, textOf: () => null }, OPTIONS).cost;
}

it('takes what the log states, and says how it compares', async () => {
  const cost = await costOf([USD, USD * 1.004, USD / 2, USD * 3]);
  expect(cost.basis).toBe('log');
  expect(cost.usd).toBeCloseTo(USD * 5.504, 8);
  expect(cost.agreement).toEqual({
    requests: 4,
    statedUsd: expect.closeTo(USD * 5.504, 8),
    estimatedUsd: expect.closeTo(USD * 4, 8),
    agree: 2,
    halves: 1,
  });
  expect(costText(cost)).toBe('$0.55');
  expect(cost.agreement === null ? '' : agreementText(cost.agreement)).toBe(
    'The log states $0.55 for 4 requests, the price table $0.40: 2 agree to 1 %, 1 say half, as some records of old versions do, 1 differ',
  );
});

it('estimates what the log leaves out, and compares only what both know', async () => {
  const mixed = await costOf([USD, undefined]);
  expect([mixed.basis, mixed.agreement?.requests]).toEqual(['mixed', 1]);
  expect(mixed.usd).toBeCloseTo(USD * 2, 8);
  expect((await costOf([undefined])).agreement).toBeNull();
  const unknown = await costOf([0.25], 'house-model-1');
  expect([unknown.usd, unknown.basis, unknown.agreement]).toEqual([0.25, 'log', null]);
});
