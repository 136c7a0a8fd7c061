// Tests the first look at a place: it never turns away what the expression matches, and does turn away what it should.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { literalsOf } from './regex-literals.ts';
import { RegexTail } from './regex-tail.ts';

function tailOf(source: string, flags: string): RegexTail | undefined {
  const [literal] = literalsOf(source, flags).toSorted((a, b) => b.text.length - a.text.length);
  return literal && RegexTail.of(source, flags, literal);
}

function isPossible(source: string, flags: string, text: string): boolean | undefined {
  const bytes = Buffer.from(text);
  return tailOf(source, flags)?.mayFollow(bytes, 0, bytes.length);
}

describe('RegexTail', () => {
  it.each<[string, string, string, boolean | undefined]>([
    ['File\\w*\\(', '', 'FileReader(path)', true],
    ['File\\w*\\(', '', 'FileReader path)', false],
    ['File\\w*\\(', '', 'fileReader(path)', false],
    ['File\\w*\\(', 'i', 'fileReader(path)', true],
    ['File', '', 'file', false],
    // Nothing more is known than the text itself.
    ['File', 'i', 'file', undefined],
    ['risk\\w+', 'iu', 'risky', undefined],
    // Behind what may be quoted, or be any letter, nothing is asked.
    ['port "\\d+', '', 'port x', undefined],
    ['took .+ms', '', 'took nothing', true],
    ['took [^x]y', '', 'took z', true],
    ['took\\sx', '', 'took y', true],
    ['ab[A-z]c', '', 'ab1c', true],
    ['ab[!-~]c', '', 'abc', true],
    ['ab[a-f0-9]+c', '', 'abzc', false],
    ['ab[a-f-]+c', '', 'ab-c', true],
    ['ab{2}c', '', 'abx', undefined],
    ['ab\\d{3}c', '', 'abx', true],
    // The line goes on behind what is looked at.
    ['File\\w*\\(', '', `File${'x'.repeat(400)})`, true],
    ['File\\w*\\(', '', `File${'x'.repeat(200)})`, false],
  ])('/%s/%s', (source, flags, text, possible) => {
    expect(isPossible(source, flags, text)).toBe(possible);
  });

  it('lets through every place at which the expression matches', () => {
    const atom = fc.constantFrom(
      ...[
        'ab',
        'k',
        'S',
        '1',
        '.',
        '\\d',
        '\\w',
        '[ab]',
        '[^a]',
        '[a-c1]',
        '[\\w-]',
        '(?:ab|c)',
        '\\.',
        '\\(',
        'é',
        ' ',
      ],
    );
    const part = fc
      .tuple(atom, fc.constantFrom('', '', '', '?', '*', '+', '{2}', '{1,}', '+?', '*?'))
      .map(([a, quantifier]) => a + quantifier);
    const unit = fc.constantFrom('a', 'b', 'c', 'k', 'K', 's', 'S', 'é', '1', '.', '(', '-', '_', ' ', 'ſ');
    const text = fc.oneof(
      fc.string({ unit, maxLength: 24 }),
      fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 240, maxLength: 300 }),
    );
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('', 'i', 'u', 'iu'),
        text,
        (parts, flags, haystack) => {
          const source = `xy${parts.join('')}`;
          const line = `${haystack}xy${haystack}`;
          fc.pre(new RegExp(source, flags).test(line));
          const tail = tailOf(source, flags);
          if (tail === undefined) return;
          const bytes = Buffer.from(line);
          const places = Array.from({ length: bytes.length }, (_, at) => at).filter((at) =>
            tail.mayFollow(bytes, at, bytes.length),
          );
          expect(places.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 600 },
    );
  });
});
