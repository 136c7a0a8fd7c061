// Tests when a call was: what is unknown is said, and no length is made up.

import { expect, it } from 'vitest';
import { toolCall } from '../../test/support/tool-call.ts';
import type { ToolCall } from '../model/tool-call.ts';
import { windowOf } from './call-window.ts';

function windowWith(fields: Partial<ToolCall>): unknown {
  return windowOf(toolCall(fields));
}

it('lies between request and end', () => {
  expect(windowWith({})).toEqual({ from: 1000, to: 4000, time: 'known' });
  const duration = { ms: 250, basis: 'reported', bound: 'exact', includes: [] } as const;
  expect(windowWith({ endedAt: null, duration })).toEqual({ from: 1000, to: 1250, time: 'known' });
});

it('says where the log dates request and result closer together than the run took', () => {
  const duration = { ms: 3500, basis: 'reported', bound: 'exact', includes: [] } as const;
  expect(windowWith({ duration })).toEqual({ from: 1000, to: 4000, time: 'narrow' });
  expect(windowWith({ duration: { ...duration, ms: 3000.9 } })).toMatchObject({ time: 'known' });
  expect(windowWith({ duration: { ...duration, bound: 'at-most' } })).toEqual({ from: 1000, to: 4000, time: 'known' });
  const background = { kind: 'shell', taskId: null, endedVia: null, exitCode: null, pollCalls: [] } as const;
  expect(windowWith({ duration, background })).toEqual({ from: 1000, to: 4000, time: 'known' });
});

it('says what is not known', () => {
  expect(windowWith({ endedAt: null, duration: null })).toEqual({ from: 1000, to: 1000, time: 'start' });
  expect(windowWith({ duration: null })).toEqual({ from: 4000, to: 4000, time: 'end' });
  expect(windowWith({ requestedAt: null, duration: null })).toEqual({ from: 4000, to: 4000, time: 'end' });
  expect(windowWith({ requestedAt: null, endedAt: null })).toEqual({ from: null, to: null, time: 'unknown' });
  expect(windowWith({ endedAt: 400, duration: null })).toEqual({ from: 1000, to: 1000, time: 'backwards' });
  expect(windowWith({ status: 'running', endedAt: null })).toEqual({ from: 1000, to: null, time: 'open' });
});

it('takes no time that a trace cannot hold', () => {
  expect(windowWith({ requestedAt: -5, endedAt: Number.NaN })).toEqual({ from: null, to: null, time: 'unknown' });
  expect(windowWith({ requestedAt: 8.64e15 })).toEqual({ from: 4000, to: 4000, time: 'end' });
  const duration = { ms: Number.POSITIVE_INFINITY, basis: 'reported', bound: 'exact', includes: [] } as const;
  expect(windowWith({ endedAt: null, duration })).toEqual({ from: 1000, to: 1000, time: 'start' });
});
