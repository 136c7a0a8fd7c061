// Tests log text on a terminal: nothing lost in wrapping, nothing hostile left, and every cut marked.

import { Writable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutLines, outputLine, safeLines, wrapText } from './conversation-text.ts';
import { openOutput } from './output.ts';
import { cells } from './table.ts';

const silent = new Writable({ write: (_part, _encoding, done) => done() });
const out = openOutput(silent, silent);

describe('safeLines', () => {
  it.each<[string, string[]]>([
    ['a\nb\n\n', ['a', 'b']],
    ['10 %\r50 %\rdone\r', ['done']],
    ['\tx \u001b[2J\u001b]0;title\u0007y', ['    x y']],
    ['\u001b[31mred\u001b[0m', ['red']],
    ['', []],
  ])('%j', (text, lines) => {
    expect(safeLines(text)).toEqual(lines);
  });

  it('keeps colours where they are wanted, and nothing else', () => {
    expect(safeLines('\u001b[31mred\u001b[2K\u001b[0m', { colours: true })).toEqual(['\u001b[31mred\u001b[0m']);
  });

  it('takes little time for a line of any length', () => {
    expect(safeLines('x'.repeat(1_000_000))[0]?.length).toBe(20_000);
  });
});

describe('wrapText', () => {
  it.each<[string, number, string[]]>([
    ['one two three', 10, ['one two', 'three']],
    ['  - one two three', 12, ['  - one two', '  three']],
    ['see https://example.test/a/long/address now', 12, ['see', 'https://example.test/a/long/address', 'now']],
    ['漢字漢字漢字漢字', 10, ['漢字漢字漢', '字漢字']],
    ['a\n\nb', 10, ['a', '', 'b']],
  ])('%j in %i cells', (text, width, lines) => {
    expect(wrapText(text, width)).toEqual(lines);
  });

  it('loses nothing but blanks, and is wider than asked only for words in one piece', () => {
    const words = fc.array(fc.stringMatching(/^[a-z漢字é]{1,14}$/u), { maxLength: 30 });
    fc.assert(
      fc.property(words, fc.integer({ min: 10, max: 40 }), (parts, width) => {
        const lines = wrapText(parts.join(' '), width);
        expect(lines.join('').replace(/\s/g, '')).toBe(parts.join(''));
        for (const line of lines) expect(cells(line) <= width || !line.includes(' ')).toBe(true);
      }),
    );
  });
});

describe('cutLines', () => {
  it('says how many lines it leaves out, and leaves out none to say so', () => {
    const lines = ['1', '2', '3', '4', '5', '6'];
    expect(cutLines(lines, { first: 2, last: 1 }, out)).toEqual([
      '1',
      '2',
      '… 3 more lines of 6 (--full shows all)',
      '6',
    ]);
    expect(cutLines(lines, { first: 2, last: 0 }, out)).toEqual(['1', '2', '… 4 more lines of 6 (--full shows all)']);
    expect(cutLines(lines, { first: 3, last: 2 }, out)).toEqual(lines);
    expect(cutLines(lines, null, out)).toEqual(lines);
  });
});

describe('outputLine', () => {
  it('ends its colours, and drops them where it has to cut', () => {
    expect(outputLine('\u001b[31mred', 10)).toBe('\u001b[31mred\u001b[0m');
    expect(outputLine('\u001b[31mred and more', 6)).toBe('red a…');
    expect(outputLine('plain and more', 6)).toBe('plain…');
  });
});
