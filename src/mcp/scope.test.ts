import { expect, it } from 'vitest';
import { cleanLine, cleanText } from './clean-text.ts';
import { Cursors } from './cursors.ts';
import { filterIn, type Scope, wholePath } from './scope.ts';

const SHOP: Scope = { folder: '/srv/my "shop"', project: '/srv/shop', home: '/home/ada' };
const ALL: Scope = { ...SHOP, folder: null };

it('keeps every filter within the project', () => {
  expect(filterIn(SHOP)).toBe('project:"/srv/my \\"shop\\""');
  expect(filterIn(SHOP, 'a OR b', undefined, ' ', 'is:failed')).toBe(
    'project:"/srv/my \\"shop\\"" (a OR b) (is:failed)',
  );
  expect(filterIn(ALL, 'a')).toBe('(a)');
  expect(filterIn(ALL)).toBe('');
});

it.each(['a) OR (b', '(a', 'a)', '"a', 'tol:x', ') OR ('])('refuses %s, which is no filter by itself', (filter) => {
  expect(() => filterIn(SHOP, filter)).toThrow('The filter cannot be read.');
});

it('makes paths whole', () => {
  const paths = ['src/a.ts', './a.ts', '~/b.ts', '~', '/etc/hosts', 'C:\\c.ts', '../up.ts'];
  expect(paths.map((path) => wholePath(path, SHOP))).toEqual([
    ...['/srv/shop/src/a.ts', '/srv/shop/a.ts', '/home/ada/b.ts', '/home/ada', '/etc/hosts', 'C:\\c.ts', '/srv/up.ts'],
  ]);
});

it('looks for no file where it is not known which one is meant', () => {
  expect(() => wholePath('src/a.ts', { ...ALL, project: null })).toThrow('give the whole path');
  expect(wholePath('/srv/a.ts', { ...ALL, project: null })).toBe('/srv/a.ts');
  expect(() => wholePath('/Users/*****/a.ts', SHOP)).toThrow('masked');
});

it('takes out what hides, and cuts what is long', () => {
  expect(cleanText('a\u001b[31mb\u202Ec\u200bd\u{e0041}\u{e0042}e\nf', 100)).toBe('abc\ufffdd\ufffde\nf');
  expect(cleanText('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`);
  expect(cleanLine('one\n two\tthree', 100)).toBe('one two three');
});

it('names cursors, forgets the oldest, and knows no others', () => {
  const cursors = new Cursors();
  const first = cursors.name('secret place') ?? '';
  expect([cursors.find(first), cursors.find(undefined), cursors.name(null)]).toEqual([
    { cursor: 'secret place' },
    {},
    null,
  ]);
  for (let i = 0; i < 1000; i++) cursors.name(String(i));
  expect(() => cursors.find(first)).toThrow('no such cursor');
});
