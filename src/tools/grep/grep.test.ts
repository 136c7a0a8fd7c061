// Tests search results: parsed lines, and text of files that looks like the tool's own.

import { describe, expect, it } from 'vitest';
import { readGrepCounts, readGrepLines } from './grep-lines.ts';
import type { GrepInput } from './grep-results.ts';
import { readGrepText } from './grep-texts.ts';

const ASKED: GrepInput = {
  pattern: 'x',
  mode: 'content',
  linesBefore: 0,
  linesAfter: 0,
  lineNumbers: true,
  ignoreCase: false,
  multiline: false,
  onlyMatching: false,
};

describe('lines', () => {
  it.each([
    ['src/a.ts:3:const x', { path: 'src/a.ts', number: 3, isMatch: true, text: 'const x' }],
    ['src/a.ts-4-at 10:30:15', { path: 'src/a.ts', number: 4, isMatch: false, text: 'at 10:30:15' }],
    ['12:const x', { path: null, number: 12, isMatch: true, text: 'const x' }],
    ['13-const y', { path: null, number: 13, isMatch: false, text: 'const y' }],
    ['posts/2024-01-02-lamps.md:7:x', { path: 'posts/2024-01-02-lamps.md', number: 7, isMatch: true, text: 'x' }],
    ['C:\\garden\\a.ts:3:x', { path: 'C:\\garden\\a.ts', number: 3, isMatch: true, text: 'x' }],
    ['src/a.ts:const x = {a: 1}', { path: 'src/a.ts', number: null, isMatch: true, text: 'const x = {a: 1}' }],
    ['just words: no path', { path: null, number: null, isMatch: true, text: 'just words: no path' }],
  ])('%j', (line, expected) => {
    expect(readGrepLines(line)).toEqual([expected]);
  });

  it('knows the path of the line before', () => {
    expect(
      readGrepLines('Makefile:3:x\nMakefile-4-y-5-z\n--\nMakefile-9-w').map(({ path, number }) => [path, number]),
    ).toEqual([
      ['Makefile', 3],
      ['Makefile', 4],
      ['Makefile', 9],
    ]);
  });

  it('names a file once, also where lines around a match have its whole path', () => {
    const text =
      '/garden/src/a.ts-2-one\nsrc/a.ts:3:x\nsrc/a.ts-4-two: 2\n/garden/src/a.ts-5-\n--\n/garden/a.ts-8-y\na.ts:9:x';
    expect(readGrepLines(text).map(({ path, number, isMatch }) => [path, number, isMatch])).toEqual([
      ['src/a.ts', 2, false],
      ['src/a.ts', 3, true],
      ['src/a.ts', 4, false],
      ['src/a.ts', 5, false],
      ['a.ts', 8, false],
      ['a.ts', 9, true],
    ]);
    expect(readGrepLines('C:\\garden\\a.ts-2-one\na.ts:3:x').map(({ path }) => path)).toEqual(['a.ts', 'a.ts']);
  });

  it('keeps files apart that lie in another folder', () => {
    const text = '/barn/a.ts:2:x\n/barn/a.ts-3-y\n--\na.ts:3:x';
    expect(readGrepLines(text).map(({ path }) => path)).toEqual(['/barn/a.ts', '/barn/a.ts', 'a.ts']);
  });

  it('tells lines around a match without numbers by the path of the match', () => {
    expect(readGrepLines('src/a.css-  margin: 0;\nsrc/a.css:ul {\nsrc/a.css-}\nb.css:ul {')).toEqual([
      { path: 'src/a.css', number: null, isMatch: false, text: '  margin: 0;' },
      { path: 'src/a.css', number: null, isMatch: true, text: 'ul {' },
      { path: 'src/a.css', number: null, isMatch: false, text: '}' },
      { path: 'b.css', number: null, isMatch: true, text: 'ul {' },
    ]);
  });

  it('does not take indented code for a path', () => {
    expect(readGrepLines('    if pear.is_ripe:')).toEqual([
      { path: null, number: null, isMatch: true, text: '    if pear.is_ripe:' },
    ]);
  });

  it('is linear in a line full of marks', () => {
    expect(readGrepLines('-1'.repeat(500_000))).toHaveLength(1);
  });

  it('reads counts', () => {
    expect(readGrepCounts('C:\\a.ts:3\nb:x\nc.ts:1')).toEqual([
      { path: 'C:\\a.ts', matches: 3 },
      { path: 'c.ts', matches: 1 },
    ]);
  });
});

describe('texts', () => {
  it('does not take a found line for a sentence of the tool', () => {
    const text = 'Found 3 files\nNo files found';
    expect(readGrepText(text, ASKED)).toMatchObject({ kind: 'content', text, lineCount: 2 });
  });

  it('cuts the remark about pages off', () => {
    const paged = 'a.ts:1:x\n\n[Showing results with pagination = limit: 5, offset: 10]';
    expect(readGrepText(paged, ASKED)).toMatchObject({ kind: 'content', text: 'a.ts:1:x', limit: 5, offset: 10 });
    expect(
      readGrepText('No matches found\n\n[Showing results with pagination = limit: 5, offset: 0]', ASKED),
    ).toMatchObject({
      text: '',
      lineCount: 0,
    });
  });

  it('reads files and counts by what was asked', () => {
    expect(readGrepText('Found 12 files limit: 2\na.ts\nb.ts', { ...ASKED, mode: 'files' })).toMatchObject({
      files: ['a.ts', 'b.ts'],
      fileCount: 12,
      limit: 2,
    });
    expect(
      readGrepText('a.ts:2\n\nFound 2 total occurrences across 1 file.', { ...ASKED, mode: 'counts' }),
    ).toMatchObject({ counts: [{ path: 'a.ts', matches: 2 }], matches: 2, fileCount: 1 });
  });

  it('takes no sentence for a list of files', () => {
    const asked = { ...ASKED, mode: 'files' as const };
    expect(readGrepText('Found 15 TODOs\nmost of them in pears.ts, says the index', asked)).toMatchObject({
      kind: 'content',
    });
    expect(readGrepText('src/pears.ts\nmy notes.md', asked)).toMatchObject({ kind: 'files', fileCount: 2 });
  });
});
