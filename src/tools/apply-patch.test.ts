// Tests the patch language: every header, bodies without headers, and patches inside commands.

import { describe, expect, it } from 'vitest';
import { patchedPaths, patchInCommand, readPatch } from './apply-patch.ts';

const PATCH = [
  '*** Begin Patch',
  '*** Environment ID: e1',
  '*** Update File: src/lamp.py',
  '*** Move to: src/light.py',
  '@@ class Lamp',
  '@@     def watts(self):',
  '@@',
  ' keep',
  '-old',
  '+new',
  '',
  '@@',
  '-gone',
  '*** End of File',
  '*** Add File: src/my bulb.py',
  '+first',
  '+*** Update File: not a head',
  '*** Delete File: src/torch.py',
  '*** End Patch',
  'ignored',
].join('\n');

describe('patches', () => {
  it('reads every kind of change, without line numbers', () => {
    expect(readPatch(PATCH)).toEqual([
      {
        path: 'src/lamp.py',
        movedTo: 'src/light.py',
        change: 'modified',
        basis: 'input',
        hunks: [
          {
            oldStart: null,
            oldLines: 3,
            newStart: null,
            newLines: 3,
            lines: [' keep', '-old', '+new', ' '],
            section: 'class Lamp › def watts(self):',
          },
          { oldStart: null, oldLines: 1, newStart: null, newLines: 0, lines: ['-gone'] },
        ],
        linesAdded: 1,
        linesRemoved: 2,
      },
      {
        path: 'src/my bulb.py',
        change: 'added',
        basis: 'input',
        hunks: [
          {
            oldStart: null,
            oldLines: 0,
            newStart: null,
            newLines: 2,
            lines: ['+first', '+*** Update File: not a head'],
          },
        ],
        linesAdded: 2,
        linesRemoved: 0,
      },
      {
        path: 'src/torch.py',
        change: 'deleted',
        basis: 'input',
        hunks: [],
        linesAdded: 0,
        linesRemoved: null,
      },
    ]);
    expect(patchedPaths(PATCH)).toEqual(['src/lamp.py', 'src/my bulb.py', 'src/torch.py']);
  });

  it('reads what there is of a cut or foreign text', () => {
    expect(readPatch('')).toEqual([]);
    expect(readPatch('no patch at all')).toEqual([]);
    expect(readPatch('*** Begin Patch\r\n*** Update File: a\r\n-x\r\n+y\r\n')).toMatchObject([
      { path: 'a', hunks: [{ lines: ['-x', '+y'] }] },
    ]);
    expect(readPatch('*** Update File: a\n*** Update File: b')).toMatchObject([
      { path: 'a', hunks: [] },
      { path: 'b' },
    ]);
  });
});

describe('patches in commands', () => {
  const body = '*** Begin Patch\n*** Delete File: a\n*** End Patch\n';

  it.each([
    [`apply_patch <<'EOF'\n${body}EOF`, undefined],
    [`apply_patch << "PATCH"\n${body}PATCH\n`, undefined],
    [`cd /work/garden && apply_patch <<EOF\n${body}EOF\n`, '/work/garden'],
    [`cd '/work/my garden' && applypatch <<'EOF'\n${body}EOF`, '/work/my garden'],
    // The closing word is missing: the shell reads to the end.
    [`apply_patch <<'EOF'\n${body}`, undefined],
  ])('%j', (script, cwd) => {
    const found = patchInCommand(['bash', '-lc', script]);
    expect(found?.cwd).toBe(cwd);
    expect(readPatch(found?.patch ?? '')).toMatchObject([{ path: 'a', change: 'deleted' }]);
    expect(patchInCommand(script)).toEqual(found);
  });

  it('takes the patch as an argument', () => {
    expect(patchInCommand(['apply_patch', body])).toEqual({ patch: body });
  });

  it.each([
    ['ls'],
    [`cat <<'EOF'\n${body}EOF`],
    [`apply_patch <<'EOF'\n${body}EOF\nnpm test`],
    [`npm test && apply_patch <<'EOF'\n${body}EOF`],
    ["apply_patch <<'EOF'\nEOF"],
    [`grep -rn '*** Begin Patch' .`],
  ])('leaves %j to the shell', (script) => {
    expect(patchInCommand(['bash', '-lc', script])).toBeNull();
  });

  it('is quick about long commands', () => {
    expect(patchInCommand(`${' '.repeat(200_000)}cd ${'x'.repeat(200_000)}`)).toBeNull();
    expect(patchInCommand(`apply_patch <<'EOF'\n${'\nEO'.repeat(300_000)}`)).toBeNull();
  });
});
