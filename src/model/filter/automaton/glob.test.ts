// Checks globs of names and paths, that case and slashes do not matter, and that no glob is slow.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mustEnd } from '../../../../test/support/must-end.ts';
import { nameMatcher, pathMatcher } from './glob.ts';

test.each([
  ['mcp__*', 'mcp__github__search', true],
  ['mcp__*', 'xmcp__github', false],
  ['*', '', true],
  ['*', 'a/b\nc', true],
  ['b?sh', 'Bash', true],
  ['b?sh', 'bsh', false],
  ['*search*', 'mcp__web__Search_all', true],
  ['a\\*b', 'a*b', true],
  ['a\\*b', 'axb', false],
  ['a**/b', 'ax/b', true],
  ['\\\\x?', '\\xy', true],
])('the name glob %s on %s: %s', (glob, name, expected) => {
  expect(nameMatcher(glob)(name)).toBe(expected);
});

test.each([
  ['src/**', '/home/ada/web/src/lib/a.ts', true],
  ['src/**', 'src/a.ts', true],
  ['src/**', '/home/ada/mysrc/a.ts', false],
  ['src/**', '/home/ada/src', false],
  ['src', '/home/ada/src', true],
  ['src', '/home/ada/src/deep/a.ts', true],
  ['src/', '/home/ada/src/deep/a.ts', true],
  ['*.ts', '/home/ada/src/a.ts', true],
  ['*.ts', '/home/ada/src/a.tsx', false],
  ['src/*.ts', '/w/src/lib/a.ts', false],
  ['src/**/*.ts', '/w/src/a.ts', true],
  ['src/**/*.ts', '/w/src/x/y/a.ts', true],
  ['**/a.ts', 'a.ts', true],
  ['/w/**', '/w/src/a.ts', true],
  ['/w/**', '/x/w/src/a.ts', false],
  ['/', '/x/y', true],
  ['/', 'x/y', false],
  ['~/work', '/home/ada/work/x', true],
  ['C:/Users/**', 'C:\\Users\\ada\\a.ts', true],
  ['users/ada', 'C:\\Users\\Ada\\a.ts', true],
  ['a?c', '/x/a/c', false],
  ['README.md', '/x/readme.md', true],
])('the path glob %s on %s: %s', (glob, path, expected) => {
  expect(pathMatcher(glob)(path)).toBe(expected);
});

test('globs made to hang do not', () => {
  expect(mustEnd(() => nameMatcher('*a'.repeat(100))('a'.repeat(30_000).concat('b')))).toBe(false);
  expect(mustEnd(() => pathMatcher(`**/${'*a*/'.repeat(50)}b`)('aaaa/'.repeat(6000)))).toBe(false);
  expect(mustEnd(() => nameMatcher(`*a${'?'.repeat(200)}c`)('ab'.repeat(15_000)))).toBe(false);
});

test('a glob without wildcards fits exactly itself, whatever its letters', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
      fc.string({ maxLength: 5 }),
      (name, more) => {
        const glob = name.replace(/[*?\\]/g, '\\$&');
        expect(nameMatcher(glob)(name)).toBe(true);
        expect(nameMatcher(glob)(`${name}${more}`)).toBe(more === '');
      },
    ),
  );
});
