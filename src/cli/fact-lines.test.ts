// Tests that facts are never cut, however narrow the terminal is.

import { expect, it } from 'vitest';
import { factLines } from './fact-lines.ts';

it.each([
  [80, ['model 1 h · tools 2 m · idle 3 h']],
  [21, ['model 1 h · tools 2 m', 'idle 3 h']],
  [5, ['model 1 h', 'tools 2 m', 'idle 3 h']],
])('%i cells', (width, lines) => {
  expect(factLines(['model 1 h', 'tools 2 m', 'idle 3 h'], width)).toEqual(lines);
});
