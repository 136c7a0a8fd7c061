// Checks the heads in which Codex commands report themselves, whole and broken, plain and hostile.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mustEnd } from '../../test/support/must-end.ts';
import { readExecText } from './exec-text.ts';

const NOTHING = {
  output: '',
  exitCode: null,
  wallMs: null,
  sessionId: null,
  script: null,
  cellId: null,
  totalLines: null,
  totalTokens: null,
};

test.each([
  ['{"output":"a\\n","metadata":{"exit_code":3,"duration_seconds":0.1}}', { output: 'a\n', exitCode: 3, wallMs: 100 }],
  ['{"metadata":{"exit_code":0},"output":"a"}', { output: 'a', exitCode: 0 }],
  ['Exit code: -1\nWall time: 0.1 seconds\nOutput:\nx', { output: 'x', exitCode: -1, wallMs: 100 }],
  [
    'Exit code: 0\nWall time: 2 seconds\nTotal output lines: 9\nOutput:\n',
    { exitCode: 0, wallMs: 2000, totalLines: 9 },
  ],
  [
    'Chunk ID: 6d\nWall time: 0.0312 seconds\nProcess exited with code 7\nOriginal token count: 54\nOutput:\nOutput:\n',
    { output: 'Output:\n', exitCode: 7, wallMs: 31.2, totalTokens: 54 },
  ],
  [
    'Wall time: 1.0014 seconds\nProcess running with session ID 29688\nOutput:\n',
    { wallMs: 1001.4, sessionId: '29688' },
  ],
  ['Script completed\nWall time 0.2 seconds\nOutput:\n', { script: 'completed', wallMs: 200 }],
  ['Script failed\nWall time 0.0 seconds\nOutput:\nboom', { script: 'failed', output: 'boom' }],
  ['Script terminated\nWall time 3.5 seconds\nOutput:', { script: 'terminated', wallMs: 3500 }],
  [
    'Script running with cell ID 20\nWall time 10.0 seconds\nOutput:\n',
    { script: 'running', cellId: '20', wallMs: 10_000 },
  ],
  ['Wall time: 3.5 seconds\naborted by user', { wallMs: 3500, output: 'aborted by user' }],
  ['Exit code: 1', { exitCode: 1 }],
  [
    'Wall time: 1 seconds\nProcess exited with code 0\nOutput:\nTotal output lines: 742\n\nfirst',
    { wallMs: 1000, exitCode: 0, totalLines: 742, output: 'first' },
  ],
])('%s', (text, expected) => {
  expect(readExecText(text)).toEqual({ ...NOTHING, ...expected });
});

test.each([
  'plain',
  '',
  'Output:\nx',
  '{"output":"x"}',
  '{"metadata":{}}',
  '{"output":1,"metadata":{}}',
  '{ not json "metadata"',
  '\nExit code: 1',
])('no head: %s', (text) => {
  expect(readExecText(text)).toBeUndefined();
});

test('megabytes cost little', () => {
  for (const text of [
    'Wall time: '.repeat(400_000),
    'Chunk ID: x\n'.repeat(400_000),
    `{"metadata"${'"'.repeat(4_000_000)}`,
  ]) {
    mustEnd(() => readExecText(text));
  }
});

/** The lines of a head, as one pattern says them. */
const HEAD_LINE =
  /^(Exit code:|Wall time:?|Process exited with code|Process running with session ID|Total output lines:|Original token count:|Chunk ID:) (\S{1,64})(?: seconds)?$/;

test('takes for lines of a head what the pattern takes', () => {
  const label = fc.constantFrom(
    'Exit code:',
    'Wall time:',
    'Wall time',
    'Process exited with code',
    'Process running with session ID',
    'Total output lines:',
    'Original token count:',
    'Chunk ID:',
    'Chunk',
    '',
  );
  const value = fc.oneof(
    fc.constantFrom('0', '1.5', 'seconds', '', ' ', 'a b', 'x'.repeat(64), 'x'.repeat(65)),
    fc.string({ maxLength: 6 }),
  );
  const line = fc
    .tuple(label, fc.constantFrom(' ', '', '  '), value, fc.constantFrom('', ' seconds', ' second', ' seconds '))
    .map((parts) => parts.join(''))
    .filter((text) => !text.includes('\n') && !text.startsWith('{'));
  fc.assert(
    fc.property(line, (text) => {
      const match = HEAD_LINE.exec(text);
      const read = readExecText(text);
      expect(read !== undefined).toBe(match !== null);
      if (match?.[1] === 'Process running with session ID') expect(read?.sessionId).toBe(match[2]);
      if (match?.[1] === 'Exit code:')
        expect(read?.exitCode).toBe(Number.isInteger(Number(match[2])) ? Number(match[2]) : null);
    }),
    { numRuns: 2000 },
  );
});
