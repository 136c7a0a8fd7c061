// Tests the rows of diffs: numbers, gaps, folds, pairs, side by side, and words.

import { expect, test } from 'vitest';
import { diffRows, openRows, splitRows } from './diff-rows.ts';
import { markTokens, wordMarks } from './word-marks.ts';

function hunk(oldStart: number | null, newStart: number | null, lines: readonly string[]) {
  return { oldStart, oldLines: 0, newStart, newLines: 0, lines };
}

test('lines are numbered on both sides, and removed ones meet what they became', () => {
  const { lines, rows, digits, oldText, newText } = diffRows([
    hunk(3, 3, [' a', '-b', '-c', '+B', '\\ No newline', ' d']),
  ]);
  expect(lines).toEqual([
    { kind: 'same', text: 'a', oldNumber: 3, newNumber: 3, oldIndex: 0, newIndex: 0, pair: null },
    { kind: 'removed', text: 'b', oldNumber: 4, newNumber: null, oldIndex: 1, newIndex: null, pair: 3 },
    { kind: 'removed', text: 'c', oldNumber: 5, newNumber: null, oldIndex: 2, newIndex: null, pair: null },
    { kind: 'added', text: 'B', oldNumber: null, newNumber: 4, oldIndex: null, newIndex: 1, pair: 1 },
    {
      kind: 'remark',
      text: ' No newline',
      oldNumber: null,
      newNumber: null,
      oldIndex: null,
      newIndex: null,
      pair: null,
    },
    { kind: 'same', text: 'd', oldNumber: 6, newNumber: 5, oldIndex: 3, newIndex: 2, pair: null },
  ]);
  expect(rows[0]).toEqual({ type: 'gap', lines: 2, section: '', hunk: 0 });
  expect({ digits, oldText, newText }).toEqual({ digits: 1, oldText: 'a\nb\nc\nd', newText: 'a\nB\nd' });
});

test('hunks without places have no numbers, and say only that something is between them', () => {
  const { rows, digits, lines } = diffRows([hunk(null, null, ['-a']), hunk(null, null, ['+b'])]);
  expect(rows).toEqual([
    { type: 'line', index: 0 },
    { type: 'gap', lines: null, section: '', hunk: 1 },
    { type: 'line', index: 1 },
  ]);
  expect(digits).toBe(0);
  expect(lines.map(({ pair }) => pair)).toEqual([null, null]);
});

test('a hunk at the very start has a head where heads are wanted', () => {
  const hunks = [hunk(1, 1, ['+a'])];
  expect(diffRows(hunks).rows).toEqual([{ type: 'line', index: 0 }]);
  expect(diffRows(hunks, true).rows).toEqual([
    { type: 'gap', lines: null, section: '', hunk: 0 },
    { type: 'line', index: 0 },
  ]);
});

test('long unchanged runs are folded, open on demand, and lose no line', () => {
  const same = Array.from({ length: 30 }, (_, at) => ` ${at}`);
  const diff = diffRows([hunk(1, 1, ['+new', ...same, '-old'])]);
  const folds = diff.rows.filter((row) => row.type === 'fold');
  expect(folds).toEqual([{ type: 'fold', id: 5, lines: Array.from({ length: 22 }, (_, at) => 5 + at) }]);
  const opened = openRows(diff, new Set([5]));
  expect(opened).toEqual(Array.from({ length: 32 }, (_, index) => ({ type: 'line', index })));
});

test('side by side, what became of a line stands beside it', () => {
  const diff = diffRows([hunk(1, 1, [' a', '-b', '-c', '+B', ' d', '+e'])]);
  expect(splitRows(diff, diff.rows)).toEqual([
    { type: 'pair', left: 0, right: 0 },
    { type: 'pair', left: 1, right: 3 },
    { type: 'pair', left: 2, right: null },
    { type: 'pair', left: 4, right: 4 },
    { type: 'pair', left: null, right: 5 },
  ]);
});

test('words that changed are marked, unless nearly all did', () => {
  expect(wordMarks('const watts = 40;', 'const watts = 60;')).toEqual({ removed: [[14, 16]], added: [[14, 16]] });
  expect(wordMarks('alpha', 'something else entirely')).toBeNull();
  expect(wordMarks('x'.repeat(2000), 'y')).toBeNull();
});

test('tokens are cut where marks begin and end', () => {
  const tokens = [
    { text: 'const ', scope: 'keyword' },
    { text: 'watts', scope: null },
  ];
  expect(markTokens(tokens, [[4, 8]])).toEqual([
    { text: 'cons', scope: 'keyword', isMarked: false },
    { text: 't ', scope: 'keyword', isMarked: true },
    { text: 'wa', scope: null, isMarked: true },
    { text: 'tts', scope: null, isMarked: false },
  ]);
});
