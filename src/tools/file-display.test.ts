// Tests parsing of the diffs that Gemini CLI and Qwen Code show.

import { expect, it } from 'vitest';
import { shownFile } from './file-display.ts';
import { fitted } from './parse-shape.ts';

const HEAD = 'Index: a.md\n===\n--- a.md\tOriginal\n+++ a.md\tWritten\n';
const shown = (more: object) => fitted(shownFile, { fileDiff: HEAD, fileName: 'a.md', ...more });

it('takes the diff, and says whether the file is new', () => {
  const file = shown({ fileDiff: `${HEAD}@@ -1,1 +1,2 @@\n a\n+b\n`, filePath: '/work/a.md', isNewFile: false });
  expect(file).toMatchObject({ isNew: false, diff: { path: '/work/a.md', linesAdded: 1, linesRemoved: 0 } });
  expect(shown({ originalContent: null })).toMatchObject({ isNew: true, diff: { change: 'added' } });
});

it('knows an empty file for what it is', () => {
  expect(shown({ isNewFile: true })).toMatchObject({ diff: { linesAdded: 0, linesRemoved: 0, hunks: [] } });
});

it('takes no diff that stands in for one that was too long', () => {
  expect(shown({ fileDiffTruncated: true })).toBeUndefined();
});
