// Tests that impossible counts and times are reported as such and never shown as facts.

import { expect, it } from 'vitest';
import { isImpossibleInstant, parseInstant } from '../../src/base/time.ts';
import { claudeCode } from '../../src/formats/claude-code/format.ts';
import { codex } from '../../src/formats/codex/format.ts';
import type { Format } from '../../src/formats/format.ts';
import type { Reading } from '../../src/model/reading.ts';

const FILE = { path: '/logs/a.jsonl', source: 0, session: 's', thread: 'main' };
const REF = { source: 0, line: 1, offset: 0, length: 10 };

function read(format: Format, record: Record<string, unknown>): Reading {
  return format.open(FILE).read(record, REF);
}

function usagesIn(reading: Reading): unknown[] {
  return reading.kind === 'observed' ? reading.observations.filter(({ kind }) => kind === 'usage-counted') : [];
}

const TIME = '2026-01-01T10:00:00.000Z';

function answer(usage: unknown, timestamp: unknown = TIME): Record<string, unknown> {
  const message = { id: 'm', role: 'assistant', model: 'claude', content: [{ type: 'text', text: 'hello' }], usage };
  return { type: 'assistant', uuid: 'u', parentUuid: null, sessionId: 's', timestamp, message };
}

function count(last: unknown): Record<string, unknown> {
  return { timestamp: TIME, type: 'event_msg', payload: { type: 'token_count', info: { last_token_usage: last } } };
}

const WRONG = [-1, -0.5, 1.5, 2 ** 53, 1e300];

it.each(WRONG)('does not count %d tokens', (tokens) => {
  for (const name of ['input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens']) {
    const reading = read(claudeCode, answer({ input_tokens: 5, output_tokens: 5, [name]: tokens }));
    expect([usagesIn(reading), reading]).toMatchObject([[], { findings: ['impossible-token-count'] }]);
  }
  for (const name of ['input_tokens', 'output_tokens', 'cached_input_tokens', 'reasoning_output_tokens']) {
    const reading = read(codex, count({ input_tokens: 5, output_tokens: 5, [name]: tokens }));
    expect([usagesIn(reading), reading]).toMatchObject([[], { findings: ['impossible-token-count'] }]);
  }
});

it('counts what can be', () => {
  expect(usagesIn(read(claudeCode, answer({ input_tokens: 5, output_tokens: 0 })))).toHaveLength(1);
  expect(usagesIn(read(codex, count({ input_tokens: '5', output_tokens: 0 })))).toHaveLength(1);
  expect(read(codex, count(null))).toMatchObject({ kind: 'ignored' });
});

it.each([
  '+275760-09-13T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '2200-01-01T00:00:00.000Z',
  '-000001-01-01T00:00:00Z',
])('takes %s for no time, and says so', (timestamp) => {
  expect([parseInstant(timestamp), isImpossibleInstant(timestamp)]).toEqual([null, true]);
  const told = read(claudeCode, answer({ input_tokens: 1 }, timestamp));
  expect(told).toMatchObject({ kind: 'observed', findings: ['impossible-time'] });
  expect(told.kind === 'observed' && told.observations.every(({ at }) => at === null)).toBe(true);
  expect(read(codex, { ...count({ input_tokens: 1 }), timestamp })).toMatchObject({ findings: ['impossible-time'] });
});

it('takes numbers centuries ahead for no time, too', () => {
  const reading = read(codex, { ...count({ input_tokens: 1 }), timestamp: 8.64e15 });
  expect(reading).toMatchObject({ observations: [{ at: null }], findings: ['impossible-time'] });
  expect(read(codex, { ...count({ input_tokens: 1 }), timestamp: 1_767_225_600 })).toMatchObject({
    observations: [{ at: 1_767_225_600_000 }],
  });
});
