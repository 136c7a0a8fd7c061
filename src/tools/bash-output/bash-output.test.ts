// Tests the tags of a background shell's output where the output itself contains tags.

import { expect, test } from 'vitest';
import { interpret } from '../interpret.ts';

function look(content: string): unknown {
  return interpret({
    agent: 'claude-code',
    tool: 'BashOutput',
    input: { bash_id: 'b1' },
    outcome: { verdict: { status: 'ok', rule: 'test', failure: null }, content, structured: undefined },
  }).result;
}

const SHELL = { kind: 'shell', shellId: null, command: null, timestamp: null, filter: null, exitCode: null };

test('streams that hold tags of their own', () => {
  const content =
    '<status>completed</status>\n\n<exit_code>1</exit_code>\n\n<stdout>\n<status>no</status>\n</stdout> mid <stdout>\nend\n</stdout>\n\n<stderr>\n<exit_code>9</exit_code>\n</stderr> and\n</stderr>\n\n<timestamp>2025-11-22T05:13:07.944Z</timestamp>';
  expect(look(content)).toEqual({
    ...SHELL,
    status: 'completed',
    exitCode: 1,
    stdout: '<status>no</status>\n</stdout> mid <stdout>\nend',
    stderr: '<exit_code>9</exit_code>\n</stderr> and',
    stdoutLines: 3,
    stderrLines: 2,
    timestamp: '2025-11-22T05:13:07.944Z',
  });
});

test('only the state; only errors; indented output kept', () => {
  expect(look('<status>running</status>\n\n<timestamp>t</timestamp>')).toEqual({
    ...SHELL,
    status: 'running',
    stdout: '',
    stderr: '',
    stdoutLines: 0,
    stderrLines: 0,
    timestamp: 't',
  });
  expect(look('<status>failed</status>\n\n<stderr>\n  deep\n</stderr>')).toEqual({
    ...SHELL,
    status: 'failed',
    stdout: '',
    stderr: '  deep',
    stdoutLines: 0,
    stderrLines: 1,
  });
});

test('a text cut off in the middle still gives its state', () => {
  expect(look('<status>running</status>\n\n<stdout>\nhalf a li')).toMatchObject({ status: 'running', stdout: '' });
});

test('a text that is none stays raw', () => {
  expect(look('nothing here')).toEqual({ kind: 'raw' });
});
