// Tests how a call came out by the state of its part.

import { expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import { verdictOf } from './outcome.ts';

function verdict(state: JsonObject, tool = 'bash'): string {
  const { status, failure, feedback } = verdictOf({ type: 'tool', tool, state }) ?? {};
  return [status ?? 'open', failure?.code, failure?.blame, feedback].filter((part) => part !== undefined).join(' ');
}

it.each<[JsonObject, string]>([
  [{ status: 'pending', input: {} }, 'open'],
  [{ status: 'running', input: {} }, 'open'],
  [{ status: 'completed', output: 'done', metadata: { exit: 0 } }, 'ok'],
  [{ status: 'completed', output: 'no', metadata: { exit: 3 } }, 'ok'],
  [{ status: 'error', error: 'File not found: /a' }, 'error error unknown'],
  [{ status: 'error' }, 'error error unknown'],
  [{ status: 'error', error: 'Tool execution aborted' }, 'interrupted interrupted user'],
  [{ status: 'error', error: 'gone', metadata: { interrupted: true } }, 'interrupted interrupted user'],
  [{ status: 'error', error: 'Error: The user dismissed this question' }, 'rejected user-rejected user'],
  [
    {
      status: 'error',
      error: 'The user rejected permission to use this specific tool call with the following feedback: use git mv',
    },
    'rejected user-rejected user use git mv',
  ],
  [
    {
      status: 'error',
      error: 'The user has specified a rule which prevents you from using this specific tool call. Rules: []',
    },
    'denied permission-rule policy',
  ],
  [
    { status: 'completed', output: 'a\n\n<bash_metadata>\nUser aborted the command\n</bash_metadata>', metadata: {} },
    'interrupted interrupted user',
  ],
  [
    {
      status: 'completed',
      output:
        'a\n\n<shell_metadata>\nshell tool terminated command after exceeding timeout 5000 ms.\n</shell_metadata>',
      metadata: { exit: null },
    },
    'error timed-out environment',
  ],
  [
    { status: 'error', error: 'The read tool was called with invalid arguments: SchemaError(Missing key' },
    'error invalid-input agent',
  ],
  // A command that only prints the words was not stopped.
  [{ status: 'completed', output: '<bash_metadata>\nUser aborted the command', metadata: { exit: 0 } }, 'ok'],
])('%j is %s', (state, expected) => {
  expect(verdict(state)).toBe(expected);
});

it('takes a call of no tool for a failure, although it is completed', () => {
  expect(verdict({ status: 'completed', output: 'No such tool' }, 'invalid')).toBe('error invalid-input agent');
});
