// Tests changes as lines: numbers, names, counts, cuts, and text that must not reach the terminal.

import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { FileDiff } from '../reading/display-parts.ts';
import { diffLines, stateText } from './diff-text.ts';
import { openOutput } from './output.ts';

const silent = new Writable({ write: (_part, _encoding, done) => done() });
const out = openOutput(silent, silent);

function diff(more: Partial<FileDiff> = {}): FileDiff {
  return { path: 'pear.ts', change: 'modified', basis: 'hunks', hunks: [], linesAdded: 1, linesRemoved: 1, ...more };
}

const numbered = { oldStart: 9, oldLines: 2, newStart: 9, newLines: 2, lines: [' keep', '-one', '+two\u001b[2J'] };
const placeless = {
  oldStart: null,
  oldLines: 1,
  newStart: null,
  newLines: 1,
  lines: ['-\tone', '+\ttwo'],
  section: 'fn',
};

describe('diffLines', () => {
  const wide = { width: 80, cut: null, named: true };

  it('numbers lines where the log has the position', () => {
    expect(diffLines(diff({ hunks: [numbered] }), wide, out)).toEqual([
      'pear.ts  +1 −1',
      ' 9   keep',
      '10 - one',
      '10 + two',
    ]);
  });

  it('draws hunks without line numbers, and separates them', () => {
    expect(diffLines(diff({ change: 'added', hunks: [placeless, numbered] }), wide, out)).toEqual([
      'pear.ts (new)  +1 −1',
      '⋮ fn',
      '-     one',
      '+     two',
      '⋮',
      ' 9   keep',
      '10 - one',
      '10 + two',
    ]);
  });

  it('names where a file went, leaves out what is not known, and keeps to the width', () => {
    const moved = diff({ movedTo: 'plum.ts', linesAdded: null, linesRemoved: 0 });
    expect(diffLines(moved, wide, out)).toEqual(['pear.ts → plum.ts']);
    const long = diff({ hunks: [{ ...placeless, section: undefined, lines: [`+${'x'.repeat(50)}`] }] });
    expect(diffLines(long, { width: 12, cut: null, named: false }, out)).toEqual(['+ xxxxxxxxx…']);
  });

  it('cuts long changes and says so', () => {
    const lines = Array.from({ length: 9 }, (_, i) => `+${i}`);
    const long = diff({ hunks: [{ ...placeless, section: undefined, lines }] });
    expect(diffLines(long, { width: 80, cut: { first: 1, last: 0 }, named: false }, out)).toEqual([
      '+ 0',
      '… 8 more lines of 9 (--full shows all)',
    ]);
  });
});

describe('stateText', () => {
  it('never lets a change that was not made look made', () => {
    expect(stateText('written')).toBeNull();
    expect(stateText('proposed')).toBe('proposed, not written');
    expect(stateText('staged')).toContain('not written');
    expect(stateText('unknown')).toContain('does not say');
  });
});
