// Tests what single records say: texts once and whole, models that failed, compaction, and unknown records.

import { expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import type { Reading } from '../../model/reading.ts';
import { OpenCodeReader } from './observe.ts';

const REF = { source: 0, line: 1, offset: 0, length: 1 };
const own = { agent: 'opencode', session: 'ses_a', at: 1000 };

function part(type: string, more: JsonObject, of: JsonObject = {}): JsonObject {
  return { type: 'part', ...own, id: 'prt_1', message: 'msg_1', role: 'assistant', ...of, part: { type, ...more } };
}

function told(reading: Reading): string {
  if (reading.kind === 'problem') return `problem ${reading.code}`;
  if (reading.kind === 'ignored') return `ignored ${reading.reason}`;
  return reading.observations.map((one) => ('what' in one ? `${one.kind} ${one.what}` : one.kind)).join();
}

function one(record: JsonObject): string {
  return told(new OpenCodeReader('main').read(record, REF));
}

it('tells a text when it is whole, and only then', () => {
  const reader = new OpenCodeReader('main');
  const read = (record: JsonObject): string => told(reader.read(record, REF));
  expect(read(part('text', { text: '', time: { start: 1 } }))).toBe('ignored a text that is being written');
  const whole = part('text', { text: 'Ripe.', time: { start: 1, end: 2 } });
  expect(read(whole)).toBe('message-spoken answer');
  expect(read(whole)).toBe('ignored a text told before');
  const later = new OpenCodeReader('main', JSON.parse(JSON.stringify(reader.state())));
  expect(told(later.read(whole, REF))).toBe('ignored a text told before');
});

it.each<[string, JsonObject]>([
  ['message-spoken prompt', part('text', { text: 'Prune' }, { role: 'user' })],
  ['message-spoken injected', part('text', { text: 'A file', synthetic: true }, { role: 'user' })],
  ['message-spoken answer', part('text', { text: 'Cut short' }, { isLast: true })],
  ['message-spoken compact-summary', part('text', { text: 'So far' }, { isLast: true, isSummary: true })],
  ['message-spoken thinking', part('reasoning', { text: 'Hm', time: { end: 2 } })],
  ['context-compacted', part('compaction', { auto: true })],
  ['message-spoken api-error', part('retry', { error: { name: 'APIError', data: { message: 'busy' } } })],
  ['usage-counted', part('step-finish', { tokens: { input: 1, output: 2 } })],
  ['ignored files of a step: told by its calls', part('patch', { files: [] })],
  ['unrecognised part riddle', part('riddle', {})],
  ['problem no-call-id', part('tool', { tool: 'bash' })],
  ['problem not-a-part', { type: 'part', ...own, id: 'prt_1', part: {} }],
  ['problem not-a-record', { type: 'riddle', ...own }],
  ['message-spoken interrupt', { type: 'message', ...own, id: 'm', info: { error: { name: 'MessageAbortedError' } } }],
  ['ignored a message: told by its parts', { type: 'message', ...own, id: 'm', info: {} }],
  ['ignored a session without a title', { type: 'session-state', ...own, title: 'New session - 2026-04-01T09:00' }],
  ['ignored twin of a part', { type: 'event', ...own, name: 'session.next.tool.called' }],
  ['unrecognised event riddle.asked', { type: 'event', ...own, name: 'riddle.asked' }],
])('%s', (expected, record) => {
  expect(one(record)).toBe(expected);
});
