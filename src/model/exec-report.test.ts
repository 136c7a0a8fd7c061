// Checks the heads with which Codex commands report themselves: every version's, in other orders, broken, and hostile.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mustEnd } from '../../test/support/must-end.ts';
import { readExecReport } from './exec-report.ts';

const NOTHING = {
  encoding: 'wall-time',
  exitCode: null,
  wallMs: null,
  sessionId: null,
  script: null,
  cellId: null,
  totalLines: null,
  totalTokens: null,
  output: '',
};

it.each([
  [
    '{"output":"a\\n","metadata":{"exit_code":3,"duration_seconds":0.1}}',
    { encoding: 'metadata', output: 'a\n', exitCode: 3, wallMs: 100 },
  ],
  ['{"metadata":{"exit_code":"0"},"output":"a"}', { encoding: 'metadata', output: 'a', exitCode: 0 }],
  [
    'Exit code: -1\nWall time: 0.1 seconds\nOutput:\nx',
    { encoding: 'exit-code', output: 'x', exitCode: -1, wallMs: 100 },
  ],
  [
    'Exit code: 0\r\nWall time: 1 second\r\nOutput:\r\nx',
    { encoding: 'exit-code', output: 'x', exitCode: 0, wallMs: 1000 },
  ],
  [
    'Exit code: 0\nWall time: 2 seconds\nTotal output lines: 9\nOutput:\n',
    { encoding: 'exit-code', exitCode: 0, wallMs: 2000, totalLines: 9 },
  ],
  [
    'Chunk ID: 6d\nWall time: 0.0312 seconds\nProcess exited with code 7\nOriginal token count: 54\nOutput:\nOutput:\n',
    { encoding: 'unified', output: 'Output:\n', exitCode: 7, wallMs: 31.2, totalTokens: 54 },
  ],
  [
    'Wall time: 1.0014 seconds\nProcess running with session ID 29688\nOutput:\n',
    { encoding: 'unified', wallMs: 1001.4, sessionId: '29688' },
  ],
  ['Script completed\nWall time 0.2 seconds\nOutput:\n', { encoding: 'script', script: 'completed', wallMs: 200 }],
  ['Script failed\nWall time 0.0 seconds\nOutput:\nboom', { encoding: 'script', script: 'failed', output: 'boom' }],
  ['Script terminated\nWall time 3.5 seconds\nOutput:', { encoding: 'script', script: 'terminated', wallMs: 3500 }],
  [
    'Script running with cell ID 20\nWall time 10.0 seconds\nOutput:\n',
    { encoding: 'script', script: 'running', cellId: '20', wallMs: 10_000 },
  ],
  ['Wall time: 3.5 seconds\naborted by user', { wallMs: 3500, output: 'aborted by user' }],
  ['Wall time: 0.0 seconds\nrows', { output: 'rows' }],
  ['Exit code: 1', { encoding: 'exit-code', exitCode: 1 }],
  [
    'Wall time: 1 seconds\nProcess exited with code 0\nOutput:\nTotal output lines: 742\n\nfirst',
    { encoding: 'unified', wallMs: 1000, exitCode: 0, totalLines: 742, output: 'first' },
  ],
])('reads %j', (text, expected) => {
  expect(readExecReport(text)).toEqual({ ...NOTHING, ...expected });
});

it.each([
  ['one line', 'ls pears'],
  ['several', "cat <<'EOF' > notes.md\nOutput:\nWall time: long\n\nExit code: unknown\nEOF"],
])('reads a head behind the command of %s', (_, command) => {
  const ended = 'Chunk ID: 6d\nWall time: 0.5 seconds\nProcess exited with code 2\nOutput:\nno pears';
  const expected = { ...NOTHING, encoding: 'unified', wallMs: 500, exitCode: 2, output: 'no pears' };
  expect(readExecReport(`Command: ${command}\n${ended}`)).toEqual(expected);
  const running = 'Chunk ID: 6d\nWall time: 1.5 seconds\nProcess running with session ID 41\nOutput:\n';
  expect(readExecReport(`Command: ${command}\n${running}`)).toMatchObject({ sessionId: '41', wallMs: 1500 });
  const old = 'Exit code: 3\nWall time: 0.5 seconds\nOutput:\nx';
  expect(readExecReport(`Command: ${command}\n${old}`)).toMatchObject({ exitCode: 3, wallMs: 500, output: 'x' });
});

it('takes the known labels in any order, among others that it does not know', () => {
  const lines = ['Wall time: 0.5 seconds', 'Process exited with code 2', 'Original token count: 9', 'Worker: pear-7'];
  const order = fc.shuffledSubarray(lines, { minLength: lines.length });
  fc.assert(
    fc.property(order, (shuffled) => {
      const report = readExecReport(`Chunk ID: 6d\n${shuffled.join('\n')}\nOutput:\nplums\n`);
      expect(report).toMatchObject({ exitCode: 2, wallMs: 500, totalTokens: 9, output: 'plums\n' });
    }),
  );
});

it('does not take an output’s own lines for labels', () => {
  const report = readExecReport('Wall time: 1 seconds\nName: pear\nSize: 3\n');
  expect(report).toMatchObject({ wallMs: 1000, output: 'Name: pear\nSize: 3\n' });
});

it.each([
  '',
  'plain',
  'Output:\nx',
  '{"output":"x"}',
  '{"metadata":{}}',
  '{"output":1,"metadata":{}}',
  '{ not json "metadata"',
  '\nExit code: 1',
  'x\nExit code: 0\nWall time: 1 seconds\n',
  'Exit code: 1\nsays the manual',
  'Command: a radio play in three acts',
  'Name: pear\nWall time: 1 seconds\nOutput:\n',
  'Total output lines: 3\nfirst',
])('finds no head in %j', (text) => {
  expect(readExecReport(text)).toBeUndefined();
});

it('answers on megabytes of hostile text', () => {
  for (const text of [
    'Wall time: '.repeat(400_000),
    'Chunk ID: x\n'.repeat(400_000),
    `Command: ${'\nChunk ID: x\nWall time: 1 seconds\n'.repeat(100_000)}`,
    `Command: ${'\nCommand: '.repeat(400_000)}`,
    `Chunk ID: x\n${'Command: \nChunk ID: x\nWall time: 1 seconds\nOutput:x\n'.repeat(100_000)}`,
    `{"metadata"${'"'.repeat(4_000_000)}`,
  ]) {
    mustEnd(() => readExecReport(text));
  }
});
