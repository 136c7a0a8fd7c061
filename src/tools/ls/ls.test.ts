// Tests folder trees.

import { describe, expect, it } from 'vitest';
import { readTree } from './ls.ts';

describe('trees', () => {
  it('keep depth, folders and remarks', () => {
    expect(
      readTree('There are more than 40000 files.\n\n- /garden/\n  - a - b.ts\n  - parts/\n    - bulb.ts\n\nNOTE: x'),
    ).toEqual({
      kind: 'tree',
      root: '/garden',
      entries: [
        { name: '/garden', depth: 0, isFolder: true },
        { name: 'a - b.ts', depth: 1, isFolder: false },
        { name: 'parts', depth: 1, isFolder: true },
        { name: 'bulb.ts', depth: 2, isFolder: false },
      ],
      truncated: true,
      remarks: ['There are more than 40000 files.', 'NOTE: x'],
    });
  });

  it('are not found in other texts', () => {
    expect(readTree('no tree')).toBeUndefined();
    expect(readTree('')).toBeUndefined();
  });
});
