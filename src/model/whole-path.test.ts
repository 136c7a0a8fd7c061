// Tests that a file has one name, however its path is written.

import { posix } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wholePath } from './whole-path.ts';

it('starts relative paths from the project', () => {
  expect(wholePath('src/a.ts', '/home/dev/orchard')).toBe('/home/dev/orchard/src/a.ts');
  expect(wholePath('./src/../a.ts', '/home/dev/orchard')).toBe('/home/dev/orchard/a.ts');
  expect(wholePath('a.ts', 'C:\\orchard')).toBe('C:\\orchard\\a.ts');
});

it('leaves paths alone that say where they start', () => {
  for (const path of ['/etc/hosts', '~/notes.md', 'C:\\a.ts', '\\\\share\\a.ts'])
    expect(wholePath(path, '/home')).toBe(path);
  expect(wholePath('src/a.ts', null)).toBe('src/a.ts');
});

it('joins as POSIX does', () => {
  const segment = fc.constantFrom('a', 'b', '..', '.', '', 'c d');
  const path = fc.array(segment, { minLength: 1, maxLength: 6 }).map((segments) => segments.join('/'));
  fc.assert(
    fc.property(path, path, (folder, relative) => {
      fc.pre(!relative.startsWith('/'));
      expect(wholePath(relative, folder)).toBe(posix.join(folder, relative));
    }),
    { numRuns: 1000 },
  );
});
