// Tests when a call ran: at the end of its call, after what is known to have come first.

import { expect, it } from 'vitest';
import { type CallTimes, endOfCall, startOfRun } from './run-place.ts';

function times(fields: Partial<CallTimes> = {}): CallTimes {
  return {
    at: 100,
    endedAt: 200,
    ms: null,
    isExact: false,
    isRunning: false,
    isBackground: false,
    didRun: true,
    hookMs: null,
    waitMs: null,
    ...fields,
  };
}

it('tells when a call was over', () => {
  expect(endOfCall(times(), 900)).toBe(200);
  expect(endOfCall(times({ endedAt: null, ms: 50 }), 900)).toBe(150);
  expect(endOfCall(times({ endedAt: null }), 900)).toBe(100);
  expect(endOfCall(times({ endedAt: null, isRunning: true }), 900)).toBe(900);
  expect(endOfCall(times({ endedAt: 40 }), 900)).toBe(100);
  expect(endOfCall(times({ at: null }), 900)).toBe(200);
  expect(endOfCall(times({ at: null, endedAt: null }), 900)).toBeNull();
});

it('puts a measured run at the end, and any run after known hooks and waits', () => {
  expect(startOfRun(times(), 200)).toBe(100);
  expect(startOfRun(times({ ms: 30, isExact: true }), 200)).toBe(170);
  expect(startOfRun(times({ ms: 30 }), 200)).toBe(100);
  expect(startOfRun(times({ ms: 30, isExact: true, isBackground: true }), 200)).toBe(100);
  expect(startOfRun(times({ hookMs: 10, waitMs: 20 }), 200)).toBe(130);
  expect(startOfRun(times({ ms: 300, isExact: true, waitMs: 20 }), 200)).toBe(120);
});

it('never begins after its end, and what never ran begins there', () => {
  expect(startOfRun(times({ waitMs: 5000 }), 200)).toBe(200);
  expect(startOfRun(times({ didRun: false }), 200)).toBe(200);
});
