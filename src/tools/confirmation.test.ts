// Tests confirmation sentences: paths that contain the sentence's own words, spaces, and trailing remarks.

import { describe, expect, it } from 'vitest';
import { readConfirmation } from './confirmation.ts';

const NOTHING = {
  path: null,
  created: false,
  replaceAll: false,
  userModified: false,
  staleRecovered: false,
  edits: null,
  snippet: [],
};

describe('confirmations', () => {
  it.each([
    ['The file /a b/c.ts has been updated successfully.', { path: '/a b/c.ts' }],
    ['The file /a/what has been updated.md has been updated successfully.', { path: '/a/what has been updated.md' }],
    [
      'The file /c.ts has been updated.  The user modified your proposed changes before accepting them. . All occurrences were successfully replaced.',
      { path: '/c.ts', userModified: true, replaceAll: true },
    ],
    [
      "The file /c.ts has been updated. All occurrences of 'The user modified your proposed changes before accepting them.' were successfully replaced with 'x'.",
      { path: '/c.ts', replaceAll: true },
    ],
    [
      'The file /c.ts has been updated successfully. (note: the file had been modified on disk since you last read it — the edit applied cleanly.)',
      { path: '/c.ts', staleRecovered: true },
    ],
    ['File created successfully at: /a (1)/c.ts', { path: '/a (1)/c.ts', created: true }],
    [
      'File created successfully at: /c.ts (file state is current in your context — no need to Read it back)',
      { path: '/c.ts', created: true },
    ],
    ['Applied 3 edits to /c.ts:\n1. Replaced "a" with "b"', { path: '/c.ts', edits: 3 }],
    [
      'Applied 1 edit to /c.ts.  The user modified your proposed changes before accepting them.:\n1. …',
      { path: '/c.ts', edits: 1, userModified: true },
    ],
    ['File written successfully', {}],
    ['File created successfully.', { created: true }],
  ])('%j', (text, expected) => {
    expect(readConfirmation(text, null)).toEqual({ ...NOTHING, ...expected });
  });

  it('trusts the path that was asked for', () => {
    const path = '/a has been updated. /b';
    expect(readConfirmation(`The file ${path} has been updated successfully.`, path)?.path).toBe(path);
  });

  it('reads the snippet in every form of its numbers', () => {
    const head =
      "The file /c.ts has been updated. Here's the result of running `cat -n` on a snippet of the edited file:";
    const lines = [
      { number: 9, text: 'a→b' },
      { number: 10, text: '' },
    ];
    expect(readConfirmation(`${head}\n     9→a→b\n    10→\n`, null)?.snippet).toEqual(lines);
    expect(readConfirmation(`${head}\n9\ta→b\n10\t\n`, null)?.snippet).toEqual(lines);
  });

  it('is linear in blanks and brackets', () => {
    const blanks = ' '.repeat(500_000);
    expect(readConfirmation(`File created successfully at: /a${blanks}x)`, null)?.path).toHaveLength(500_004);
    expect(readConfirmation(`Applied 1 edit to /a${' :'.repeat(200_000)}`, null)?.edits).toBe(1);
    expect(readConfirmation(`The file /a${' has been updated'.repeat(20_000)}`, null)?.path).toMatch(/^\/a/);
  });

  it('leaves other texts alone', () => {
    expect(readConfirmation('', null)).toBeUndefined();
    expect(readConfirmation('The file is fine.', null)).toBeUndefined();
    expect(readConfirmation('String to replace not found in file.', null)).toBeUndefined();
  });
});
