// Tests a line diff: removed lines before added ones, with a little context.

import { describe, expect, it } from 'vitest';
import { changeLines } from './text-changes.ts';

function numbered(count: number): string {
  return Array.from({ length: count }, (_, i) => `${i + 1}\n`).join('');
}

describe('changeLines', () => {
  it('shows what changes and two lines around it', () => {
    const before = numbered(12);
    const after = before.replace('6\n', 'six\nand more\n');
    expect(changeLines(before, after)).toEqual([null, ' 4', ' 5', '-6', '+six', '+and more', ' 7', ' 8', null]);
  });

  it('shows a new file as it is, and nothing when nothing changes', () => {
    expect(changeLines('', 'a\nb\n')).toEqual(['+a', '+b']);
    expect(changeLines('a\r\nb\r\n', 'a\r\nb\r\n')).toEqual([]);
  });

  it('gives up on comparing what is far too long', () => {
    const changed = changeLines(numbered(3000), `x\n${numbered(3000)}`);
    expect(changed).toHaveLength(6001);
  });
});
