// Tests what a person types to search: which texts and which scope it means, and how wrong ones are refused.

import { describe, expect, it } from 'vitest';
import { AppError } from '../../base/app-error.ts';
import { parseScopedQuery } from './scoped-query.ts';
import type { TextTerm } from './text-query.ts';

const substring = (text: string): TextTerm => ({ kind: 'substring', text });
const ALL = { type: 'all' };
const BASH = { type: 'term', key: 'tool', values: [{ type: 'exact', value: 'Bash' }] };

function messageOf(text: string): string {
  try {
    parseScopedQuery(text, 0);
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}

describe('parseScopedQuery', () => {
  it.each<[string, TextTerm[], unknown]>([
    ['foo', [substring('foo')], ALL],
    ['  foo   bar ', [substring('foo'), substring('bar')], ALL],
    ['"foo  bar"', [substring('foo  bar')], ALL],
    ['foo*', [{ kind: 'prefix', text: 'foo' }], ALL],
    ['foo_bar src/lib/x.ts', [substring('foo_bar'), substring('src/lib/x.ts')], ALL],
    ['/home/user/x.ts', [substring('/home/user/x.ts')], ALL],
    ['/fo+ba?r/i', [{ kind: 'regex', source: 'fo+ba?r', flags: 'im' }], ALL],
    ['tool:Bash foo', [substring('foo')], BASH],
    ['foo -tool:Bash', [substring('foo')], { type: 'not', item: BASH }],
    ['text:"tool:Bash"', [substring('tool:Bash')], ALL],
  ])('%s', (text, terms, scope) => {
    expect(parseScopedQuery(text, 0)).toEqual({ text: { terms }, scope });
  });

  it('knows texts that must not be there', () => {
    expect(parseScopedQuery('foo -bar', 0)).toEqual({
      text: { terms: [substring('foo')], without: [substring('bar')] },
      scope: ALL,
    });
  });

  it.each([
    ['', 'There is no text to look for.'],
    ['tool:Bash', 'There is no text to look for.'],
    ['-foo', 'There is no text to look for.'],
    ['foo "bar', '  foo "bar\n      ^^^^\nThis quote is never closed.'],
    ['foo tol:Bash', '  foo tol:Bash\n      ^^^\nThere is no key “tol”.'],
    ['foo OR bar', '  foo OR bar\n      ^^\nA search cannot combine texts with OR.'],
    ['x (foo OR tool:Bash)', '  x (foo OR tool:Bash)\n         ^^\nA search cannot combine texts with OR.'],
    ['ok /a*/', '  ok /a*/\n     ^^^^\nThis matches the empty text, and so everything.'],
    [Array(33).fill('a').join(' '), 'A search may have at most 32 texts; this one has more.'],
  ])('refuses %s', (text, message) => {
    expect(messageOf(text)).toContain(message);
    expect(messageOf(text)).toMatch(/^bad-filter: /);
  });
});
