// Tests what is left of a program's output: colours, the last state of a line, and no control sequence at all.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterReturns, terminalLines } from './terminal-lines.ts';

function texts(output: string): readonly string[] {
  return terminalLines(output).map(({ runs }) => runs.map(({ text }) => text).join(''));
}

test.each([
  ['plain', 'plain'],
  ['line\r', 'line'],
  ['abcdef\rxy', 'xycdef'],
  ['10%\r50%\r100%', '100%'],
  ['\x1b[32m10%\x1b[0m\r\x1b[K\x1b[32mdone\x1b[0m', '\x1b[32m\x1b[0m\x1b[K\x1b[32mdone\x1b[0m'],
  ['first\r', 'first'],
  ['\r\r', ''],
])('carriage returns: %j', (line, shown) => {
  expect(afterReturns(line)).toBe(shown);
});

test('colours become runs, across lines, in the names of the 16, the palette and true colours', () => {
  expect(terminalLines('\x1b[31mred\nstill\x1b[0m plain \x1b[1;38;5;208mpalette\x1b[48;2;1;2;3m true')).toEqual([
    { runs: [{ text: 'red', fg: 'red', bg: null, decorations: [] }] },
    {
      runs: [
        { text: 'still', fg: 'red', bg: null, decorations: [] },
        { text: ' plain ', fg: null, bg: null, decorations: [] },
        { text: 'palette', fg: '255, 135, 0', bg: null, decorations: ['bold'] },
        { text: ' true', fg: '255, 135, 0', bg: '1, 2, 3', decorations: ['bold'] },
      ],
    },
  ]);
});

test('links, titles, cursor moves and changes of direction leave only their words', () => {
  expect(texts('\x1b]8;;javascript:alert(1)\x07click\x1b]8;;\x07\n\x1b]0;title\x07a\x1b[2J\x1b[5;5Hb\u202ec')).toEqual([
    'click',
    'abc',
  ]);
});

test('nothing that controls a terminal is left of any output', () => {
  const piece = fc.constantFrom(
    '\x1b[',
    '\x1b]8;;',
    '\x07',
    '\x1b\\',
    '31',
    ';',
    'm',
    'K',
    '\r',
    '\n',
    'text',
    '\x9b',
    '\b',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      for (const line of texts(pieces.join(''))) expect(line).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
    }),
  );
});

test('an endless output keeps all its lines; colours stop where they would take too long', () => {
  const lines = terminalLines('\x1b[32mok\x1b[0m\n'.repeat(60_000));
  expect(lines.length).toBe(60_000);
  expect(lines[0]?.runs[0]).toEqual({ text: 'ok', fg: 'green', bg: null, decorations: [] });
  expect(lines.at(-1)?.runs).toEqual([{ text: 'ok', fg: null, bg: null, decorations: [] }]);
});
