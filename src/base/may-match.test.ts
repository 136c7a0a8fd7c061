// Tests that a text is passed over only where the pattern matches nothing in it.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { literalsIn, mayMatch } from './may-match.ts';

describe('literals in a pattern', () => {
  it.each<[RegExp, readonly string[] | null]>([
    [/^fatal: not a bed/m, ['fatal: not a bed']],
    [/beans|peas/, ['beans', 'peas']],
    [/beans|\d+/, null],
    [/be?ans\b/, ['ans']],
    [/bea*ns/, null],
    [/bean+s are/, ['s are']],
    [/bean{2}s are/, ['s are']],
    [/bean{0,3}s are/, ['s are']],
    [/(?:big|small) b/, ['big', 'small']],
    [/(?:big|small)? beds/, [' beds']],
    [/(?:big|small){0,2}beds/, ['beds']],
    [/(?:big (?:red|green)|small)!/, ['big ', 'small']],
    [/(?<=garden )beds(?! of)/, ['beds']],
    [/be[ea]ns(?=\d)|a\.b\/c/, null],
    [/[^\]]beds\[\d\]/, ['beds[']],
    [/(?<name>rose) bed/, ['rose']],
    [/(?<name>rose) \k<name>/, null],
    [/\x41beds|\u0041peas/, ['beds', 'peas']],
    [/bed\nbean\tpea/, ['bed\nbean\tpea']],
    [/rosé beds/, ['rosé beds']],
    [/rosé beds/i, [' beds']],
    [/beds/u, null],
    [/(?:)/, null],
    [/a{b/, ['a{b']],
  ])('%s', (pattern, literals) => {
    expect(literalsIn(pattern)).toEqual(literals);
  });
});

const PATTERNS = [
  /^=+ [^\n]{0,20}\b\d+ (?:failed|errors?)\b[^\n]{0,20} in [\d.]+s/m,
  /(?:un(?:known|expected)|illegal) (?:option|flag)s?|bad (?:bed|row)/i,
  /beans? (?:and|or)+ pe{2}as|x{2,4}yzz|(?:abc){1,2}d?/,
  /✖ \d problems?|not ok \d/,
];

describe('a pattern and a text', () => {
  it.each(PATTERNS)('%s: what matches is never passed over', (pattern) => {
    const plain = new RegExp(pattern.source.replaceAll('\\b', ''), pattern.flags.replace('i', ''));
    const matching = fc.stringMatching(plain).map((text) => (pattern.ignoreCase ? text.toUpperCase() : text));
    fc.assert(
      fc.property(fc.string(), matching, fc.string(), (before, text, after) => {
        const whole = `${before}\n${text}\n${after}`;
        if (pattern.test(whole)) expect(mayMatch(pattern, whole)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('other texts are', () => {
    expect(PATTERNS.map((pattern) => mayMatch(pattern, 'The garden has roses, weeds and a pond.'))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
