import { expect, it } from 'vitest';
import { hasSeveralWords } from './several-words.ts';

it.each([
  ['heron', false],
  [' heron ', false],
  ['heron weir', true],
  ['"heron weir"', false],
])('%s', (query, isSeveral) => {
  expect(hasSeveralWords(query)).toBe(isSeveral);
});
