// Tests the formatting of times and numbers on pages.

import { expect, it } from 'vitest';
import { fromFolder, pathEnd, shortFailure } from './display-text.ts';

it.each([
  ['/home/dev/orchard/src/gate.ts +1 −1', '/home/dev/orchard', 'src/gate.ts +1 −1'],
  ['C:\\orchard\\src\\gate.ts', 'C:\\orchard', 'src\\gate.ts'],
  ['/home/dev/orchard-two/gate.ts', '/home/dev/orchard', '/home/dev/orchard-two/gate.ts'],
  ['/home/dev/orchard', '/home/dev/orchard', '/home/dev/orchard'],
  ['/home/dev/orchard/', '/home/dev/orchard', '/home/dev/orchard/'],
  ['/ in all files', '/', '/ in all files'],
  ['/etc/hosts', '/home/dev/orchard', '/etc/hosts'],
  ['npm test', null, 'npm test'],
  ['cd /home/dev/orchard && npm test', '/home/dev/orchard', 'npm test'],
  ['cd "/home/dev/orchard/" && npm test', '/home/dev/orchard', 'npm test'],
  ['cd ~/orchard; npm test', '/home/dev/orchard', 'npm test'],
  ['cd ~/orchard-two && npm test', '/home/dev/orchard', 'cd ~/orchard-two && npm test'],
  ['cd /home/dev/orchard/src && npm test', '/home/dev/orchard', 'cd /home/dev/orchard/src && npm test'],
  ['cd /home/dev/orchard || exit', '/home/dev/orchard', 'cd /home/dev/orchard || exit'],
])('%s from %s', (text, folder, told) => {
  expect(fromFolder(text, folder)).toBe(told);
});

it.each([
  ['/home/dev/orchard/gate.ts', 30, '/home/dev/orchard/gate.ts'],
  ['/home/dev/orchard/gate.ts', 18, '…/orchard/gate.ts'],
  ['C:\\orchard\\gate.ts', 10, '…\\gate.ts'],
  ['/home/dev/gate-of-the-orchard.ts', 10, '…orchard.ts'],
])('the end of %s in %i characters', (path, longest, end) => {
  expect(pathEnd(path, longest)).toBe(end);
});

it('a failure is told without its exit code, unless that is all', () => {
  expect(shortFailure('exit code 2: sed: no input files')).toBe('sed: no input files');
  expect(shortFailure('exit code 2')).toBe('exit code 2');
});
