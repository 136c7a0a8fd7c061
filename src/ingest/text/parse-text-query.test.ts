// Tests the text part of the filter language: what each spelling means, and how wrong ones are refused.

import { describe, expect, it } from 'vitest';
import { AppError } from '../../base/app-error.ts';
import { parseTextQuery, regexTerm } from './parse-text-query.ts';
import type { TextTerm } from './text-query.ts';

const substring = (text: string): TextTerm => ({ kind: 'substring', text });

function messageOf(text: string): string {
  try {
    parseTextQuery(text);
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}

describe('parseTextQuery', () => {
  it.each<[string, TextTerm[]]>([
    ['foo', [substring('foo')]],
    ['  foo   bar ', [substring('foo'), substring('bar')]],
    ['"foo  bar"', [substring('foo  bar')]],
    ['"say \\"hi\\" to C:\\\\x\\y"', [substring('say "hi" to C:\\x\\y')]],
    ['foo*', [{ kind: 'prefix', text: 'foo' }]],
    ['"foo bar"*', [{ kind: 'prefix', text: 'foo bar' }]],
    ['*', [substring('*')]],
    ['src/**/x.ts', [substring('src/**/x.ts')]],
    ['rm -rf', [substring('rm'), substring('-rf')]],
    ['foo"bar', [substring('foo"bar')]],
    ['/fo+ba?r/i', [{ kind: 'regex', source: 'fo+ba?r', flags: 'i' }]],
    ['/a b+/ c', [{ kind: 'regex', source: 'a b+', flags: '' }, substring('c')]],
    ['/[/]x+\\/y/', [{ kind: 'regex', source: '[/]x+\\/y', flags: '' }]],
    ['/home/user/x.ts', [substring('/home/user/x.ts')]],
    ['/tmp/ /usr/s', [substring('/tmp/'), substring('/usr/s')]],
  ])('%s', (text, terms) => {
    expect(parseTextQuery(text)).toEqual({ terms });
  });

  it.each([
    ['', 'bad-filter: There is nothing to look for.'],
    ['   ', 'bad-filter: There is nothing to look for.'],
    ['foo "bar', 'bad-filter: This quote is not closed (at column 5).'],
    ['"foo"bar', 'bad-filter: A quote ends inside a word (at column 1).'],
    ['x ""', 'bad-filter: There is nothing between these quotes (at column 3).'],
    ['/a+/q', 'bad-filter: The flag q of /a+/ is none of i, m, s, u (at column 1).'],
    ['ok /a*/', 'bad-filter: /a*/ matches the empty text, so it would match everything (at column 4).'],
    ['/(/', 'bad-filter: Invalid regular expression: /(/: Unterminated group (at column 1).'],
    ['a'.repeat(1001), 'bad-filter: A term is longer than 1000 characters (at column 1).'],
    [Array(33).fill('a').join(' '), 'bad-filter: More than 32 terms (at column 65).'],
  ])('refuses %s', (text, message) => {
    expect(messageOf(text)).toBe(message);
  });

  it('checks expressions that come from elsewhere', () => {
    expect(regexTerm('a.c', 'i')).toEqual({ kind: 'regex', source: 'a.c', flags: 'i' });
    expect(() => regexTerm('a.c', 'g', 9)).toThrow('The flag g of /a.c/ is none of i, m, s, u (at column 9).');
  });
});
