// Tests the diff model: drawing, counting, and detecting contradictions in logs.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeText,
  checkDiff,
  countHunkLines,
  diffOfCreation,
  diffOfDeletion,
  diffOfHunks,
  diffOfReplacements,
  diffOfWriting,
  hunkList,
  totalLines,
} from './hunks.ts';
import { countLineDiff, lineDiff } from './line-diff.ts';
import { fitted } from './parse-shape.ts';

/** How many lines two texts have in common, in order, by trying every pair. */
function longestCommon(before: readonly string[], after: readonly string[]): number {
  const [row, ...rows] = before;
  const [column, ...columns] = after;
  if (row === undefined || column === undefined) return 0;
  if (row === column) return 1 + longestCommon(rows, columns);
  return Math.max(longestCommon(rows, after), longestCommon(before, columns));
}

describe('hunks of a log', () => {
  it('keeps heads and lines, and counts what the head leaves out', () => {
    const hunks = fitted(hunkList, [
      { oldStart: 6, oldLines: '2', newStart: 6, newLines: 3, lines: [' a', '-b', '+c', '+d'] },
      { lines: [' a', '+b', '\\ No newline at end of file'] },
    ]);
    expect(hunks).toEqual([
      { oldStart: 6, oldLines: 2, newStart: 6, newLines: 3, lines: [' a', '-b', '+c', '+d'] },
      {
        oldStart: null,
        oldLines: 1,
        newStart: null,
        newLines: 2,
        lines: [' a', '+b', '\\ No newline at end of file'],
      },
    ]);
    expect(checkDiff(diffOfHunks('lamp.ts', hunks ?? []))).toEqual([]);
  });

  it('reports counts that disagree and lines without a mark', () => {
    const diff = diffOfHunks('lamp.ts', [
      { oldStart: 1, oldLines: 1, newStart: 1, newLines: 5, lines: ['-a', '+b'] },
      { oldStart: 9, oldLines: 1, newStart: 9, newLines: 1, lines: ['?', ''] },
    ]);
    expect(checkDiff(diff).map(({ code, params }) => ({ code, params }))).toEqual([
      { code: 'hunk-counts-disagree', params: { hunk: 0, oldSaid: 1, oldHeld: 1, newSaid: 5, newHeld: 1 } },
      { code: 'hunk-line-unmarked', params: { hunk: 1, lines: 2 } },
    ]);
  });

  it('does not check what it has drawn itself', () => {
    expect(checkDiff(diffOfCreation('lamp.ts', 'a\nb'))).toEqual([]);
    expect(checkDiff(diffOfReplacements('lamp.ts', [{ oldText: 'a', newText: 'b', everywhere: false }]))).toEqual([]);
  });
});

describe('whole files', () => {
  it('draws a created file from its content', () => {
    expect(diffOfCreation('lamp.ts', 'a\n\nb\n')).toEqual({
      path: 'lamp.ts',
      change: 'added',
      basis: 'content',
      hunks: [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 3, lines: ['+a', '+', '+b'] }],
      linesAdded: 3,
      linesRemoved: 0,
    });
    expect(diffOfCreation('empty.ts', '')).toMatchObject({ hunks: [], linesAdded: 0 });
  });

  it('draws a deleted file, and says when the content is not known', () => {
    expect(diffOfDeletion('lamp.ts', 'a\n')).toMatchObject({
      change: 'deleted',
      basis: 'content',
      hunks: [{ oldStart: 1, oldLines: 1, newStart: 0, newLines: 0, lines: ['-a'] }],
      linesRemoved: 1,
    });
    expect(diffOfDeletion('lamp.ts', undefined)).toMatchObject({ basis: 'input', hunks: [], linesRemoved: null });
  });

  it('does not pretend to know what a written file replaced', () => {
    expect(diffOfWriting('lamp.ts', 'a\nb')).toMatchObject({ basis: 'input', linesAdded: 2, linesRemoved: null });
    expect(diffOfWriting('lamp.ts', 'a\nb', 'modified')).toMatchObject({
      change: 'modified',
      hunks: [{ oldStart: null, newStart: null, lines: ['+a', '+b'] }],
      linesAdded: null,
      linesRemoved: null,
    });
  });

  it('works hunks out only when asked, and survives a JSON round trip', () => {
    const diff = diffOfCreation('lamp.ts', 'a');
    expect(JSON.parse(JSON.stringify(diff)).hunks).toEqual([
      { oldStart: 0, oldLines: 0, newStart: 1, newLines: 1, lines: ['+a'] },
    ]);
    expect(diff.hunks).toBe(diff.hunks);
  });
});

describe('replacements', () => {
  it('draws what is asked for, without line numbers', () => {
    expect(diffOfReplacements('lamp.ts', [{ oldText: 'a\nb\nc', newText: 'a\nx\ny\nc', everywhere: false }])).toEqual({
      path: 'lamp.ts',
      change: 'modified',
      basis: 'input',
      hunks: [{ oldStart: null, oldLines: 3, newStart: null, newLines: 4, lines: [' a', '-b', '+x', '+y', ' c'] }],
      linesAdded: 2,
      linesRemoved: 1,
    });
  });

  it('knows no counts when all occurrences are replaced', () => {
    expect(diffOfReplacements('lamp.ts', [{ oldText: 'a', newText: 'b', everywhere: true }])).toMatchObject({
      linesAdded: null,
      linesRemoved: null,
    });
  });

  it('takes an empty old text as a new file', () => {
    expect(diffOfReplacements('lamp.ts', [{ oldText: '', newText: 'a\n', everywhere: false }])).toMatchObject({
      change: 'added',
      linesAdded: 1,
      linesRemoved: 0,
    });
  });
});

describe('line diff', () => {
  it.each([
    ['', '', []],
    ['a', 'a', [' a']],
    ['a\n', 'a', [' a', '-']],
    ['a', '', ['-a']],
    ['a\nb\nc\nd', 'b\nd\ne', ['-a', ' b', '-c', ' d', '+e']],
    ['x\na\ny', 'x\nb\ny', [' x', '-a', '+b', ' y']],
  ])('%j to %j', (before, after, lines) => {
    expect(lineDiff(before, after)).toEqual(lines);
  });

  it('is counted as it would be drawn', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const { added, removed } = countHunkLines(lineDiff(before, after));
        expect(countLineDiff(before, after)).toEqual({ added, removed });
      }),
    );
  });

  it('stays quick for texts that have nothing in common', () => {
    const before = Array.from({ length: 20_000 }, (_, at) => `a${at}`).join('\n');
    const after = Array.from({ length: 20_000 }, (_, at) => `b${at}`).join('\n');
    expect(lineDiff(before, after)).toHaveLength(40_000);
  });

  it('takes as few edits as there can be', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const { removed } = countLineDiff(`${before.join('\n')}\n`, `${after.join('\n')}\n`);
        expect(before.length - removed).toBe(longestCommon(before, after));
      }),
    );
  });

  it('finds a few changes in a long text', () => {
    const before = Array.from({ length: 5000 }, (_, at) => `line ${at}`);
    const after = before.map((line, at) => (at % 50 === 7 ? `${line} again` : line));
    expect(countLineDiff(before.join('\n'), after.join('\n'))).toEqual({ added: 100, removed: 100 });
  });

  it('is true, only coarser, where there are more changes than are looked for', () => {
    const before = Array.from({ length: 3000 }, (_, at) => `line ${at}`);
    const after = before.flatMap((line, at) => (at % 3 === 0 ? [`${line} again`] : at % 5 === 0 ? [] : [line]));
    const drawn = lineDiff(before.join('\n'), after.join('\n'));
    const side = (mark: string): string[] => drawn.flatMap((line) => (line.startsWith(mark) ? [] : [line.slice(1)]));
    expect(side('+')).toEqual(before);
    expect(side('-')).toEqual(after);
    expect(drawn.filter((line) => line.startsWith(' ')).length).toBeGreaterThan(500);
  });
});

describe('totals', () => {
  it('adds files up and is unknown as soon as one is', () => {
    const known = diffOfCreation('a', 'x\ny');
    expect(totalLines([known, known])).toEqual({ added: 4, removed: 0 });
    expect(totalLines([known, diffOfDeletion('b', undefined)])).toEqual({ added: 2, removed: null });
    expect(changeText({ added: 3, removed: 1 })).toBe('+3 −1');
    expect(changeText({ added: 0, removed: null })).toBe('');
  });
});
