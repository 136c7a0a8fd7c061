import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readExecHead } from './exec-output.ts';

it.each([
  [
    'metadata in JSON',
    '{"output":"hello\\n","metadata":{"exit_code":3,"duration_seconds":0.1}}',
    { encoding: 'metadata', exitCode: 3, wallMs: 100, handle: null, script: null, body: 'hello\n' },
  ],
  [
    'exit code first',
    'Exit code: 1\nWall time: 0.2 seconds\nTotal output lines: 2\nOutput:\na\nb',
    { encoding: 'exit-code', exitCode: 1, wallMs: 200, handle: null, script: null, body: 'a\nb' },
  ],
  [
    'unified, ended',
    'Chunk ID: 0a1b\nWall time: 0.0512 seconds\nProcess exited with code -1\nOriginal token count: 4\nOutput:\nx',
    { encoding: 'unified', exitCode: -1, wallMs: 51.2, handle: null, script: null, body: 'x' },
  ],
  [
    'unified, running',
    'Wall time: 10.0001 seconds\nProcess running with session ID 4711\nOutput:\n',
    { encoding: 'unified', exitCode: null, wallMs: 10000.1, handle: 'session:4711', script: null, body: '' },
  ],
  [
    'script ended',
    'Script failed\nWall time 1.5 seconds\nOutput:\n',
    { encoding: 'script', exitCode: null, wallMs: 1500, handle: null, script: 'failed', body: '' },
  ],
  [
    'script running',
    'Script running with cell ID 7\nWall time 10.0 seconds\nOutput:\n',
    { encoding: 'script', exitCode: null, wallMs: 10000, handle: 'cell:7', script: null, body: '' },
  ],
  [
    'time only',
    'Wall time: 0.3000 seconds\nOutput:\nrows',
    { encoding: 'wall-time', exitCode: null, wallMs: 300, handle: null, script: null, body: 'rows' },
  ],
])('reads the head: %s', (_, text, head) => {
  expect(readExecHead(text)).toEqual(head);
});

it.each(['', 'plain words', '{"output":"no metadata"}', '{"metadata":', 'x\nExit code: 0\nWall time: 1 seconds\n'])(
  'takes %j for no head',
  (text) => {
    expect(readExecHead(text)).toBeUndefined();
  },
);

/** The encodings as patterns, tried one after another. */
const ENCODINGS = [
  /^Exit code: -?\d{1,12}\r?\nWall time: [\d.]{1,20} seconds?\r?\n/,
  /^Script (?:(?:completed|failed|terminated)|running with cell ID \S{1,40})(?:\n|$)/,
  /^(?:Chunk ID: [^\n]{0,80}\n)?Wall time: [\d.]{1,20} seconds?\n/,
  /^\{"output":"","metadata":\{"exit_code":\d\}\}\s*$/,
];

it('finds by the first letter what trying every encoding finds', () => {
  const piece = fc.constantFrom(
    'Exit code: 1\n',
    'Exit code: 0\r\n',
    'Wall time: 0.5 seconds\n',
    'Wall time: 1 second\r\n',
    'Chunk ID: 7f\n',
    'Script completed\n',
    'Script running with cell ID 3\n',
    'Script ',
    'Output:\n',
    '{"output":"","metadata":{"exit_code":2}}',
    ' ',
    'words\n',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
      const text = pieces.join('');
      expect(readExecHead(text) !== undefined).toBe(ENCODINGS.some((encoding) => encoding.test(text)));
    }),
    { numRuns: 2000 },
  );
});
