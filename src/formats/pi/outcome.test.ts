// Tests how a call came out, by the words of its result.

import { expect, it } from 'vitest';
import { verdictOf, verdictOfStop } from './outcome.ts';

it.each([
  ['no pears\n\nCommand exited with code 1', 'error error unknown', 'no pears'],
  ['Blocked: the gate\n\nCommand exited with code 1', 'error error unknown', 'Blocked: the gate'],
  ['bed 1\n\nCommand aborted', 'interrupted interrupted user', 'Command aborted'],
  ['Operation aborted', 'interrupted interrupted user', 'Operation aborted'],
  ['bed 1\nCommand timed out after 5 seconds', 'error timed-out environment', 'Command timed out after 5 seconds'],
  ['Tool "dig" timed out after 5 seconds. Try less.', 'error timed-out environment', undefined],
  ['Skipped due to queued user message.', 'cancelled steered user', undefined],
  ['Tool call "bash" was not executed: the response was too long', 'cancelled cut-off agent', undefined],
  ['Tool dig not found', 'error unknown-tool agent', undefined],
  ['Validation failed for tool "bash":\n- command: missing', 'error invalid-input agent', undefined],
  ['Tool execution was blocked', 'denied hook-blocked policy', undefined],
  ['🔒 Blocked: the shed is locked', 'denied hook-blocked policy', undefined],
  ['Shed Guard blocked this: no key', 'denied hook-blocked policy', undefined],
  ['Blocked by user', 'rejected user-rejected user', undefined],
  ['the way is blocked', 'error error unknown', undefined],
  ['Request blocked by the server', 'error error unknown', undefined],
  ['', 'error error unknown', undefined],
])('%j is %s', (text, expected, message) => {
  const { status, failure } = verdictOf(true, text);
  expect(`${status} ${failure?.code} ${failure?.blame}`).toBe(expected);
  if (message !== undefined) expect(failure?.message).toBe(message);
  expect(verdictOf(false, text).status).toBe('ok');
});

it('takes a message that broke off for a reason not to run its calls', () => {
  expect(verdictOfStop('aborted', 'Stop')).toMatchObject({ status: 'cancelled', failure: { blame: 'user' } });
  expect(verdictOfStop('error', '529')).toMatchObject({ status: 'cancelled', failure: { blame: 'environment' } });
});
