// Tests the formatting of times and numbers on pages.

import { expect, it } from 'vitest';
import { fromFolder } from './display-text.ts';

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
