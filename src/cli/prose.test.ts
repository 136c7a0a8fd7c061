// Tests text on terminals of any width: wrapped between words, with nothing lost.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { prose } from './prose.ts';
import { cells } from './table.ts';

const LINE = '  3 pears were read from /orchard/of/the/north/west/valley and 2 were not';

it('breaks a line between words, further in than it began', () => {
  expect(prose(LINE, { width: 30, isTerminal: true })).toEqual([
    '  3 pears were read from',
    '    /orchard/of/the/north/west/valley',
    '    and 2 were not',
  ]);
});

it('leaves a line whole where it fits, and without a terminal', () => {
  expect(prose(LINE, { width: 80, isTerminal: true })).toEqual([LINE]);
  expect(prose(LINE, { width: 30, isTerminal: false })).toEqual([LINE]);
});

it('loses no word, and no line is longer than it must be', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1 });
  fc.assert(
    fc.property(words, fc.integer({ min: 20, max: 60 }), fc.nat(4), (said, width, indent) => {
      const text = ' '.repeat(indent) + said.join(' ');
      const lines = prose(text, { width, isTerminal: true });
      expect(lines.flatMap((line) => line.trim().split(' '))).toEqual(said);
      for (const line of lines) expect(cells(line)).toBeLessThanOrEqual(width);
    }),
  );
});
