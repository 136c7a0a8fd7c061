// Tests parsing of unified diffs: headers with and without counts, lines that look like headers, broken texts.

import { describe, expect, it } from 'vitest';
import { checkDiff } from './hunks.ts';
import { diffOfUnified, readUnifiedDiff } from './unified-diff.ts';

describe('unified diffs', () => {
  it('reads hunks, with counts left out and sections', () => {
    const text = '--- a/lamp\n+++ b/lamp\n@@ -1 +1,2 @@ fn lamp()\n-a\n+b\n+c\n@@ -9,2 +10 @@\n x\n-y\n';
    expect(readUnifiedDiff(text)).toEqual([
      { oldStart: 1, oldLines: 1, newStart: 1, newLines: 2, lines: ['-a', '+b', '+c'], section: 'fn lamp()' },
      { oldStart: 9, oldLines: 2, newStart: 10, newLines: 1, lines: [' x', '-y'] },
    ]);
  });

  it('takes removed and added lines that look like heads', () => {
    const text = '@@ -1,2 +1,2 @@\n--- a/lamp\n-@@ -1 +1 @@\n+++ b/lamp\n+@@ x @@\n';
    expect(readUnifiedDiff(text)[0]?.lines).toEqual(['--- a/lamp', '-@@ -1 +1 @@', '+++ b/lamp', '+@@ x @@']);
  });

  it('takes an empty line as a kept empty line, but not the text’s last line end', () => {
    expect(readUnifiedDiff('@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n')[0]?.lines).toEqual([' a', ' ', '-b', '+c']);
    expect(readUnifiedDiff('@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n')[0]?.lines).toEqual([
      '-a',
      '+b',
      '\\ No newline at end of file',
    ]);
  });

  it('reports a hunk that was cut short', () => {
    expect(checkDiff(diffOfUnified('lamp', '@@ -1,9 +1,9 @@\n a\n')).map(({ code }) => code)).toEqual([
      'hunk-counts-disagree',
    ]);
  });

  it('knows a moved file from an unreadable diff', () => {
    expect(diffOfUnified('lamp', '', { movedTo: 'light' })).toEqual({
      path: 'lamp',
      movedTo: 'light',
      change: 'modified',
      basis: 'hunks',
      hunks: [],
      linesAdded: 0,
      linesRemoved: 0,
    });
    const unreadable = diffOfUnified('lamp', '(left out)');
    expect(unreadable).toMatchObject({ linesAdded: null, linesRemoved: null });
    expect(checkDiff(unreadable).map(({ code }) => code)).toEqual(['diff-unreadable']);
  });
});
