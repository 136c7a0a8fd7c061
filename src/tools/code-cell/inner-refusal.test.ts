import { expect, test } from 'vitest';
import { innerRefusal } from './inner-refusal.ts';

test.each([
  ['exec command rejected by user', 'inner-call-rejected', 'exec command rejected by user'],
  ['Error: patch rejected by user', 'inner-call-rejected', 'patch rejected by user'],
  ['`/bin/sh -lc "dig"` rejected: mind the roots', 'inner-call-denied', 'rejected: mind the roots'],
  [
    'Command blocked by PreToolUse hook: no. Command: dig',
    'inner-call-denied',
    'Command blocked by PreToolUse hook: no. Command: dig',
  ],
  [
    'exec_command failed: CreateProcess { message: "Rejected(\\"This action was rejected due to unacceptable risk.\\\\nReason: \\\\\\"roots\\\\\\"\\")" }\n    at dig',
    'inner-call-denied',
    'Reason: "roots"',
  ],
  [
    `exec_command failed for \`${'dig; '.repeat(2000)}\`: CreateProcess { message: "Rejected(\\"rejected by user\\")" }`,
    'inner-call-rejected',
    'rejected by user',
  ],
])('%j', (error, code, message) => {
  expect(innerRefusal(error)).toMatchObject({ code, message });
});

test.each([
  'ReferenceError: spade is not defined',
  'apply_patch verification failed: no such lines',
  'exec_command failed: CreateProcess { message: "gone" }',
  'the offer was rejected by user after user',
])('%j is the script’s own', (error) => {
  expect(innerRefusal(error)).toBeNull();
});
