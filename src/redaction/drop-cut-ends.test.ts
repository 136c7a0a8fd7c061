// Tests that what is left of a cut text ends well before the cut, and that nothing else is touched.

import { expect, it } from 'vitest';
import { dropCutEnds, LONGEST_SECRET } from './drop-cut-ends.ts';

it('takes the end off the texts that were cut, and off no others', () => {
  const long = 'a'.repeat(LONGEST_SECRET + 5);
  const bodies = {
    input: { 'a/b': [long, 'short'], whole: long },
    content: long,
    structured: 'cut to nothing',
    rawInput: [long],
    cuts: [
      { body: 'input', pointer: '/a~1b/0', characters: 1e6 },
      { body: 'structured', pointer: '', characters: 1e6 },
      { body: 'rawInput', pointer: '', characters: 1e6 },
    ],
  };
  expect(dropCutEnds(bodies)).toEqual({
    ...bodies,
    input: { 'a/b': ['aaaaa', 'short'], whole: long },
    structured: '',
  });
});

it('gives back what was not cut', () => {
  const bodies = { content: 'a', cuts: [] };
  expect(dropCutEnds(bodies)).toBe(bodies);
});
