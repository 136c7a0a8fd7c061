import { expect, it } from 'vitest';
import { kindOfLine } from './unclassed.ts';

it.each([
  ['exit code 3: pear 0a1b2c3d in /srv/pears/list.txt:12 is "not ripe"', 'exit code #: pear # in /…:# is …'],
  ['\n  first words  \nsecond', 'first words'],
  ['', ''],
  ["Cannot find 'pear' and `plum`", 'Cannot find … and …'],
])('names the kind of %j', (text, kind) => {
  expect(kindOfLine(text)).toBe(kind);
});
