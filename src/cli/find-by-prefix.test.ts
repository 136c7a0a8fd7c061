// Tests how candidates are told: a line each, ten at most, and that there are more.

import { expect, it } from 'vitest';
import { candidateLines } from './find-by-prefix.ts';

it('tells ten candidates, and that there are more', () => {
  const lines = Array.from({ length: 11 }, (_, i) => `c${i}  `);
  const ten = lines.slice(0, 10);
  const told = '\n  c0\n  c1\n  c2\n  c3\n  c4\n  c5\n  c6\n  c7\n  c8\n  c9';
  expect(candidateLines(ten)).toBe(told);
  expect(candidateLines(lines)).toBe(`${told}\n  and more`);
});
