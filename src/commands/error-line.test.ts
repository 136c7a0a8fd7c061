// Checks which line of an output is told when only the exit code names the failure.

import { expect, test } from 'vitest';
import { mustEnd } from '../../test/support/must-end.ts';
import { errorLine } from './error-line.ts';

test.each([
  ['the only one', 'no water', 'no water'],
  ['one that opens like a complaint', 'bed 1\nwater: error: no hose\nbed 2', 'water: error: no hose'],
  ['one that opens like a complaint, after blanks', 'bed 1\n\n  ERROR: no hose\n', 'ERROR: no hose'],
  ['a member of an object', '{\n  "code": "e1",\n  "message": "no hose"\n}', '"message": "no hose"'],
  [
    'one near the end that complains',
    'bed 1\nbed 2\na bed of that name already exists:\n/bed/2',
    'a bed of that name already exists:',
  ],
  ['not what every failure ends with', 'bed 1\nthe hose is missing\nmake: *** [water] Error 1', 'the hose is missing'],
  ['not what was found in a file', 'bed 1\nnotes.md:3: the hose is missing', 'bed 1'],
  ['the first with a word in it', '{\n  bed\n}', 'bed'],
  ['what npm says first', 'npm error code E1\nnpm error no hose\nnpm error advice that fails', 'npm error no hose'],
  ['nothing', '', ''],
  ['what there is', '---', '---'],
])('%s', (_, output, line) => {
  expect(errorLine(output)).toBe(line);
});

test('hostile outputs cost linear time', () => {
  for (const piece of ['error', 'error: ', '[', 'a: ', ' ', '\n', 'a.', '"error"', ':1', 'npm error ', 'npm error a\n'])
    mustEnd(() => errorLine(piece.repeat(200_000)));
});
