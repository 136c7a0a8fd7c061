// Tests that names and titles from a log are shown without control characters.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stripControls } from '../../base/terminal.ts';
import { oneLine, toolName } from './one-line.ts';

it.each([
  ['plain text', 'plain text'],
  ['\x1b[31mred\x1b[0m', 'red'],
  ['\x1b]0;a window title\x07Bash', 'Bash'],
  ['\u202egnirts', 'gnirts'],
  ['Grüße, 日本語 👋', 'Grüße, 日本語 👋'],
  ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
])('%j is shown as %j', (text, shown) => {
  expect(oneLine(text)).toBe(shown);
});

it('leaves nothing in that is taken out for a terminal', () => {
  const parts = fc.constantFrom(
    'a',
    ' ',
    '\x1b',
    '[',
    '1m',
    ']',
    '\x07',
    '\x00',
    '\x9b',
    '\u2028',
    '\u202e',
    '\u2066',
    '\u200f',
  );
  fc.assert(
    fc.property(fc.array(parts), (words) => {
      expect(oneLine(words.join(''))).toBe(stripControls(words.join('')));
    }),
  );
});

it.each(['', '  ', '\x1b[0m', '\u202e'])('says that %j is no name', (name) => {
  expect(toolName(name)).toBe('(no name)');
});
