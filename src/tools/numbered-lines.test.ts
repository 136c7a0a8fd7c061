// Tests numbered texts: both forms, remarks around them, numbers of any width, hostile lengths.

import { describe, expect, it } from 'vitest';
import { readNumbered, readSnippet } from './numbered-lines.ts';

describe('numbered texts', () => {
  it.each([
    ['     1→a\n     2→b', { startLine: 1, lines: ['a', 'b'], remarks: [] }],
    ['1\ta\n2\tb\n', { startLine: 1, lines: ['a', 'b'], remarks: [] }],
    [' 99999→a\n100000→', { startLine: 99999, lines: ['a', ''], remarks: [] }],
    ['0\ta', { startLine: 0, lines: ['a'], remarks: [] }],
    ['     1→a→b\tc\r', { startLine: 1, lines: ['a→b\tc\r'], remarks: [] }],
    ['     1‚Üía', { startLine: 1, lines: ['a'], remarks: [] }],
  ])('%j', (text, expected) => {
    expect(readNumbered(text)).toEqual(expected);
  });

  it('keeps remarks apart, before and after, but not those inside the file', () => {
    const text =
      '<system-reminder>first</system-reminder>\n     1→<system-reminder>\n     2→mine\n     3→</system-reminder>\n\n<system-reminder>\nsecond\n</system-reminder>\n<system-reminder>third';
    expect(readNumbered(text)).toEqual({
      startLine: 1,
      lines: ['<system-reminder>', 'mine', '</system-reminder>'],
      remarks: ['first', 'second', 'third'],
    });
  });

  it('takes a line end inside a line as part of it', () => {
    expect(readNumbered('1\ta\n7\tstill a\n\nand this\n2\tb')).toEqual({
      startLine: 1,
      lines: ['a\n7\tstill a\n\nand this', 'b'],
      remarks: [],
    });
  });

  it('leaves other texts alone', () => {
    expect(readNumbered('')).toBeUndefined();
    expect(readNumbered('no numbers\n1\ta')).toBeUndefined();
    expect(readNumbered('<system-reminder>only this</system-reminder>')).toBeUndefined();
  });

  it('is linear in blank lines, remarks and broken numbers', () => {
    expect(readNumbered(`1\ta${'\n'.repeat(500_000)}x`)?.lines).toHaveLength(1);
    expect(readNumbered(`1\ta\n${'x\n\n'.repeat(200_000)}`)?.lines).toHaveLength(1);
    expect(readNumbered(`1\ta\n${'<system-reminder>'.repeat(100_000)}`)?.remarks).toHaveLength(1);
    expect(readNumbered(`1\ta\n${'<system-reminder></system-reminder>'.repeat(50_000)}`)?.remarks).toHaveLength(50_000);
  });

  it('finds the snippet below a sentence', () => {
    expect(readSnippet("The file a has been updated. Here's…\n     9→x\n    10→y\n\nDone.")).toEqual([
      { number: 9, text: 'x' },
      { number: 10, text: 'y' },
    ]);
  });
});
