// Tests short texts: cut whole, on one line, and free of their origin.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip, countLines, detach, firstLine, foldSpace, lineOf, trimEndOf, utf8Bytes } from './text.ts';

describe('clip', () => {
  it('keeps what fits and folds white space', () => {
    expect(clip('  a\n\tb  ', 20)).toBe('a b');
  });

  it('cuts with an ellipsis and never inside a surrogate pair', () => {
    expect(clip('abcdefghij', 6)).toBe('abcde…');
    expect(clip('abcd😀efgh', 6)).toBe('abcd…');
  });

  it('says that something was cut even when white space hid it', () => {
    expect(clip(`ab${' '.repeat(100)}cd`, 5)).toBe('ab…');
  });

  it('folds the same way however much of the text it looks at', () => {
    const folded = (text: string, max: number): string => {
      const head = text.slice(0, max * 4);
      const line = head.replace(/\s+/g, ' ').trim();
      return line.length <= max && head.length === text.length ? line : `${line.slice(0, max - 1)}…`;
    };
    const word = fc.constantFrom('a', 'bc', ' ', '  ', '\n', '\t', '\u00a0', 'def');
    const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(''));
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 30 }), (t, max) => clip(t, max) === folded(t, max)),
      { numRuns: 2000 },
    );
    fc.assert(fc.property(text, (t) => foldSpace(t) === t.replace(/\s+/g, ' ').trim()));
  });
});

describe('foldSpace', () => {
  it('knows every white space there is, and nothing else', () => {
    for (let unit = 0; unit <= 0xffff; unit++) {
      const char = String.fromCharCode(unit);
      for (const text of [`a${char}b`, `${char}b`, `a${char}`, char]) {
        if (foldSpace(text) !== text.replace(/\s+/g, ' ').trim()) expect.fail(`at ${unit.toString(16)}`);
      }
    }
  });
});

describe('lineOf', () => {
  it('gives each text its own line, whatever was asked before', () => {
    const text = fc.array(fc.constantFrom('a', 'b', ' ', '\n', 'long '.repeat(300)), { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(text.map((words) => words.join(''))), (texts) => {
        for (const one of texts) for (const again of [one, one]) expect(lineOf(again)).toBe(foldSpace(one));
      }),
    );
  });
});

describe('firstLine and countLines', () => {
  it('finds the first line that says something', () => {
    expect(firstLine('\n  \n hello \nworld')).toBe('hello');
    expect(firstLine('')).toBe('');
    expect(firstLine('=====\n\n-----\nhello\n')).toBe('hello');
    expect(firstLine('=====')).toBe('=====');
    expect(firstLine('---\nhello')).toBe('---');
  });

  it('counts lines as an editor does', () => {
    expect([countLines(''), countLines('a'), countLines('a\n'), countLines('a\nb'), countLines('a\nb\n')]).toEqual([
      0, 1, 1, 2, 2,
    ]);
  });
});

describe('detach', () => {
  it('lets the origin go', () => {
    const kept: string[] = [];
    for (let i = 0; i < 60; i++) {
      const body = `${i}`.padEnd(8_000_000, 'body ');
      kept.push(detach(body.slice(0, 40)));
    }
    global.gc?.();
    expect(process.memoryUsage().heapUsed).toBeLessThan(250_000_000);
    expect(kept[7]?.startsWith('7body')).toBe(true);
  });
});

describe('utf8Bytes', () => {
  it.each(['', 'plain', 'naïve café', '→ 漢字', '😀 pear', 'half \ud83d', '\udc00 half', 'é'.repeat(1000)])(
    '%j',
    (text) => {
      expect(utf8Bytes(text)).toBe(new TextEncoder().encode(text).length);
    },
  );
});

describe('trimEndOf', () => {
  it.each([
    ['name__', '_', 'name'],
    ['a/b/\\', '/\\', 'a/b'],
    ['___', '_', ''],
    ['plain', '_', 'plain'],
  ])('%s without %s', (text, chars, expected) => {
    expect(trimEndOf(text, chars)).toBe(expected);
  });
});
