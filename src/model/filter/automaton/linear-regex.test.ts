// Checks regular expressions against the engine's own, their refusals, and that the known killers stay quick.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linearRegex } from './linear-regex.ts';
import { readRegex } from './regex-pattern.ts';
import { requiredLiteral } from './required-literal.ts';

function compiled(source: string, flags = '') {
  const result = linearRegex(source, flags);
  if ('trouble' in result) throw new Error(result.trouble.message);
  return result.regex;
}

function plenty() {
  return { stepsLeft: 1e9 };
}

test.each([
  ['foo', '', 'a foo b', true],
  ['foo', '', 'a Foo b', false],
  ['foo', 'i', 'a FOO b', true],
  ['^foo$', '', 'bar\nfoo\nbaz', true],
  ['^foo$', '', 'a foo', false],
  ['\\bfoo\\b', '', 'food foo', true],
  ['\\bfoo\\b', '', 'food', false],
  ['\\Boo', '', 'foo', true],
  ['a{2,3}b', '', 'xaab', true],
  ['^a{2,3}b', '', 'aaaab', false],
  ['a{2,}', '', 'aaaaa', true],
  ['(?:ab|cd)+e', '', 'abcdabe', true],
  ['(?<name>ab)?c', '', 'c', true],
  ['[^\\d\\s]+-\\d{4}', '', 'x err-1234', true],
  ['[\\-\\]_a]', '', ']', true],
  ['[a-f]', 'i', 'E', true],
  ['a.c', '', 'a\nc', false],
  ['a.c', 's', 'a\nc', true],
  ['a.c', '', 'a😀c', true],
  ['[😀-😂]', '', 'x😁', true],
  ['\\u{1f600}', '', '😀', true],
  ['\\x41\\u0042', '', 'AB', true],
  ['\\p{Lu}\\p{Ll}+', '', 'Ärger', true],
  ['foo\\-bar\\_x', '', 'foo-bar_x', true],
  ['function \\(\\) {', '', 'function () {', true],
  ['a{b', '', 'a{b', true],
  ['x{,3}', '', 'x{,3}', true],
  [']', '', ']', true],
  ['', '', '', true],
  ['$', '', '', true],
  ['a||b', '', 'zzz', true],
  ['(a*)*$', '', 'b', true],
  ['(|a)+b', '', 'aab', true],
  ['a{0}b', '', 'b', true],
])('/%s/%s on %j: %s', (source, flags, text, expected) => {
  expect(compiled(source, flags).test(text, plenty())).toBe(expected);
});

test.each([
  ['foo', '', 'foo'],
  ['^foo$', '', 'foo'],
  ['fo+bar', '', 'bar'],
  ['a.*lamp\\d+', '', 'lamp'],
  ['(?:lamp)post', '', 'lamppost'],
  ['(?:lamp){2}s', '', 'lamp'],
  ['(?:lamp)*s', '', 's'],
  ['lamp|post', '', ''],
  ['foo', 'i', ''],
  ['😀+x', '', '😀'],
])('every match of /%s/%s holds %j', (source, flags, expected) => {
  const read = readRegex(source, { ignoreCase: flags.includes('i'), dotAll: false });
  expect('pattern' in read && requiredLiteral(read.pattern)).toBe(expected);
});

test('a text without the literal costs no steps', () => {
  const budget = { stepsLeft: 5 };
  expect(compiled('lamp.*post').test('x'.repeat(1000), budget)).toBe(false);
  expect(budget.stepsLeft).toBe(5);
});

test.each([
  [
    'a(b',
    { from: 1, to: 2, message: 'This parenthesis is never closed.', hint: 'Write \\( for the character itself.' },
  ],
  ['ab)', { from: 2, to: 3, message: 'This parenthesis closes nothing.', hint: 'Write \\) for the character itself.' }],
  ['x[a', { from: 1, to: 2, message: 'This bracket is never closed.', hint: 'Write \\[ for the character itself.' }],
  ['[z-a]', { from: 0, to: 5, message: 'This is not a set of characters.' }],
  ['*a', { from: 0, to: 1, message: 'There is nothing here that could be repeated.', hint: 'Write \\* for it.' }],
  [
    'a**',
    { from: 2, to: 3, message: 'A repetition cannot follow another.', hint: 'Put the first one in parentheses.' },
  ],
  ['^*', { from: 0, to: 2, message: 'There is nothing here that could be repeated.' }],
  ['a{3,2}', { from: 1, to: 6, message: 'The numbers are in the wrong order.' }],
  ['a{9999}', { from: 1, to: 7, message: 'More than 1000 repetitions are too many.' }],
  ['(a)\\1', { from: 3, to: 5, message: 'Going back to an earlier group is not possible here.' }],
  [
    'a(?=b)',
    { from: 1, to: 4, message: 'Looking ahead or back is not possible here.', hint: 'Use a term of its own.' },
  ],
  ['(?i)a', { from: 0, to: 2, message: 'This kind of group is not known.' }],
  ['a\\', { from: 1, to: 2, message: 'A backslash needs something after it.', hint: 'Write \\\\ for a backslash.' }],
  [
    '\\y',
    { from: 0, to: 2, message: '\\y means nothing.', hint: 'Leave the backslash away, or write \\\\ for a backslash.' },
  ],
  ['\\u{110000}', { from: 0, to: 10, message: 'There is no such character.' }],
  [
    '(a{100}){100}',
    {
      from: 0,
      to: 13,
      message: 'The regular expression is too big: it needs more than 1000 steps for a character.',
      hint: 'Use smaller numbers in {…}.',
    },
  ],
])('/%s/ is refused where it is wrong', (source, trouble) => {
  expect(linearRegex(source, '')).toEqual({ trouble });
});

test('long and deep expressions are refused, not followed', () => {
  expect(linearRegex('a'.repeat(1001), '')).toMatchObject({ trouble: { from: 0, to: 1001 } });
  expect(linearRegex(`${'('.repeat(400)}a${')'.repeat(400)}`, '')).toMatchObject({
    trouble: { message: 'The expression is nested too deeply.' },
  });
});

test.each(['(a+)+$', '(a|aa)+$', '(.*)*x', '(a?){40}a{40}b', '([a-z]+)*\\d', '.*.*.*.*.*=.*', '(x+x+)+y'])(
  '/%s/ stays linear on a text made to hang it',
  (source) => {
    const text = `${'a'.repeat(100_000)}!${'x'.repeat(100_000)}`;
    const budget = plenty();
    compiled(source).test(text, budget);
    expect(1e9 - budget.stepsLeft).toBeLessThan(10_000_000);
  },
);

test('the budget ends a search that would take too long, and says that it did', () => {
  // Every window of 12 characters is another state: the automaton cannot keep them all.
  const regex = compiled('a[ab]{300}c');
  const text = Array.from({ length: 100_000 }, (_, at) => ((at * at * 7919) % 13 < 6 ? 'a' : 'b')).join('');
  const budget = { stepsLeft: 100_000 };
  expect(regex.test(text, budget)).toBe(null);
  expect(budget.stepsLeft).toBeLessThan(0);
});

const atom = fc.constantFrom('a', 'b', 'ä', '.', '[ab]', '[^a]', '\\w', '\\s', '\\b', '^', '$', '\\n', '😀', '-');
const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,2}', '*?');
const pattern = fc.letrec<{ piece: string; whole: string }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(atom, quantifier).map(([a, q]) => (/^(?:\\b|\^|\$)$/.test(a) ? a : `${a}${q}`)),
    fc.tuple(tie('whole'), quantifier).map(([inner, q]) => `(?:${inner})${q}`),
  ),
  whole: fc
    .array(fc.array(tie('piece'), { maxLength: 3 }), { minLength: 1, maxLength: 2 })
    .map((choices) => choices.map((pieces) => pieces.join('')).join('|')),
})).whole;
const subject = fc.array(fc.constantFrom('a', 'b', 'A', 'ä', 'Ä', ' ', '\n', '-', '😀', '_'), { maxLength: 8 });

test('finds what the engine finds', () => {
  fc.assert(
    fc.property(pattern, subject, fc.constantFrom('', 'i', 's', 'is'), (source, chars, flags) => {
      const text = chars.join('');
      const native = new RegExp(source, `um${flags}`);
      const regex = compiled(source, flags);
      expect(regex.test(text, plenty())).toBe(native.test(text));
      const span = regex.find(text, plenty());
      const match = native.exec(text);
      // The place is the same; the length may differ where the engine prefers a shorter alternative.
      expect(span?.from).toBe(match?.index);
      if (span !== null && match !== null) expect(span.to - span.from).toBeGreaterThanOrEqual(match[0].length);
    }),
    { numRuns: 1000 },
  );
});

test('any text is either an expression or refused with a place inside it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 30 }), fc.string(), (source, text) => {
      const result = linearRegex(source, '');
      if ('regex' in result) expect(typeof result.regex.test(text, plenty())).toBe('boolean');
      else {
        expect(result.trouble.from).toBeGreaterThanOrEqual(0);
        expect(result.trouble.to).toBeLessThanOrEqual(source.length);
        expect(result.trouble.from).toBeLessThan(result.trouble.to);
      }
    }),
    { numRuns: 1000 },
  );
});

test('highlights are leftmost, as long as possible, and go on from a place', () => {
  const regex = compiled('ab+|b');
  expect(regex.find('xx abbb b', plenty())).toEqual({ from: 3, to: 7 });
  expect(regex.find('xx abbb b', plenty(), 7)).toEqual({ from: 8, to: 9 });
  expect(regex.find('xx', plenty())).toBe(null);
  expect(compiled('^b').find('a b', plenty(), 2)).toBe(null);
});
