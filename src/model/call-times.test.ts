// Tests the times of a call: which waits count, and what is summed.

import { expect, it } from 'vitest';
import { hookRun, toolCall } from '../../test/support/tool-call.ts';
import { isWaiting, sumOfKnown, timesOf, waitMsOf } from './call-times.ts';
import type { Permission } from './tool-call.ts';

const REF = { source: 0, line: 1, offset: 0, length: 1 };

function permission(fields: Partial<Permission> = {}): Permission {
  return { decision: 'allowed', by: 'user', at: 3000, ref: REF, ...fields };
}

it('counts only a person’s own answer as a wait', () => {
  expect(waitMsOf(permission(), 1000)).toBe(2000);
  expect(waitMsOf(permission({ decision: 'rejected', at: 500 }), 1000)).toBe(0);
  expect(waitMsOf(permission({ by: 'rule' }), 1000)).toBeNull();
  expect(waitMsOf(permission({ decision: 'asked' }), 1000)).toBeNull();
  expect(waitMsOf(permission({ at: null }), 1000)).toBeNull();
  expect(waitMsOf(permission(), null)).toBeNull();
  expect(waitMsOf(null, 1000)).toBeNull();
});

it('sums what is known, and nothing is not zero', () => {
  expect(sumOfKnown([1, null, 2])).toBe(3);
  expect(sumOfKnown([null])).toBeNull();
  expect(sumOfKnown([])).toBeNull();
});

it('waits for a person as long as nobody answered', () => {
  const asked = permission({ decision: 'asked' });
  expect(isWaiting(toolCall({ status: 'running', permission: asked }))).toBe(true);
  expect(isWaiting(toolCall({ status: 'ok', permission: asked }))).toBe(false);
  expect(isWaiting(toolCall({ status: 'running' }))).toBe(false);
});

it('tells the times of a call', () => {
  const call = toolCall({
    duration: { ms: 400, basis: 'reported', bound: 'exact', includes: [] },
    hooks: [hookRun('PreToolUse', { durationMs: 40 }), hookRun('PostToolUse')],
    permission: permission(),
  });
  expect(timesOf(call)).toEqual({
    at: 1000,
    endedAt: 4000,
    ms: 400,
    isExact: true,
    isRunning: false,
    isBackground: false,
    didRun: true,
    hookMs: 40,
    waitMs: 2000,
  });
});
