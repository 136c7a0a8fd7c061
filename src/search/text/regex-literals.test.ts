// Tests that what a regular expression is said to need is in everything it matches.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { literalsOf } from './regex-literals.ts';
import { isTame } from './tame-regex.ts';

describe('literalsOf', () => {
  it.each<[string, string, string[]]>([
    ['foo\\w*\\(bar', '', ['foo', '(bar']],
    ['foo|bar', '', []],
    ['a(foo|bar)b', '', ['a', 'b']],
    ['colou?r', '', ['colo', 'r']],
    ['fo+bar', '', ['fo', 'bar']],
    ['x{0,3}abc{2}d', '', ['abc', 'd']],
    ['a{b', '', ['a{b']],
    ['[abc]def\\]', '', ['def]']],
    ['^start end$', '', ['start end']],
    ['\\x41bc\\u0041de\\cJk\\1m\\p{L}n', '', ['k', 'm', 'n']],
    ['tab\\there\\/', '', ['tab\there/']],
    ['Straße', 'i', ['Stra', 'e']],
    ['risk', 'iu', ['ri']],
    ['(?<=x)y(?!z)w', '', ['y', 'w']],
    ['a.b', 'v', []],
  ])('/%s/%s', (source, flags, literals) => {
    expect(literalsOf(source, flags).map(({ text }) => text)).toEqual(literals);
  });

  it('never asks for something that a match does not hold', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      'k',
      'S',
      'é',
      '.',
      '\\d',
      '\\w',
      '[ab]',
      '[^a]',
      '(?:ab|c)',
      '(b)',
      '\\.',
      '\\x61',
      '\\u0062',
    );
    const part = fc
      .tuple(atom, fc.constantFrom('', '', '', '?', '*', '+', '{2}', '{0,2}', '+?'))
      .map(([a, q]) => a + q);
    const pattern = fc
      .tuple(fc.array(part, { minLength: 1, maxLength: 6 }), fc.boolean())
      .map(([parts, isChoice]) => parts.join(isChoice ? '|' : ''));
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', 'k', 'K', 's', 'S', 'é', 'É', '1', '.', 'K', 'ſ'),
      maxLength: 30,
    });
    fc.assert(
      fc.property(pattern, fc.constantFrom('', 'i', 'u', 'iu'), text, (source, flags, haystack) => {
        const match = new RegExp(source, flags).exec(haystack)?.[0];
        fc.pre(match !== undefined);
        const found = flags.includes('i') ? match?.toLowerCase() : match;
        for (const { text: literal } of literalsOf(source, flags)) {
          expect(found).toContain(flags.includes('i') ? literal.toLowerCase() : literal);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe('isTame', () => {
  it.each([
    ['foo\\w*\\(', true],
    ['[a-z)*]+x', true],
    ['a\\)+', true],
    ['x(y)z*', true],
    ['a{2,3}b+', true],
    ['(a+)+$', false],
    ['(?:ab)*c', false],
    ['a*b*', false],
    ['a{1,200}b+', false],
    ['(\\w)\\1', false],
  ])('/%s/ %s', (source, tame) => {
    expect(isTame(source)).toBe(tame);
  });
});
