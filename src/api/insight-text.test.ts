// Tests how costs and checks are put into words.

import { expect, it } from 'vitest';
import { checkText, shortCost } from './insight-text.ts';

it('marks an estimate, once', () => {
  expect([shortCost(4.123, 'estimate'), shortCost(0.001, 'estimate'), shortCost(4.123, 'log')]).toEqual([
    '~$4.12',
    '< $0.01',
    '$4.12',
  ]);
});

it('says when a check failed before saying what hid it', () => {
  const check = {
    callId: 'c1',
    occurrence: 0,
    thread: 'main',
    tool: 'Bash',
    toolId: 'shell',
    summary: 'npm test | tail',
    kind: 'tests',
    result: 'hidden-failure',
    command: 'npm test | tail',
    isAfterLastEdit: false,
    at: null,
  } as const;
  expect(checkText(check, true)).toBe('tests failed before the last change, though the command succeeded');
});
