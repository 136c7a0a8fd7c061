// Tests what a person says about sessions: kept, changed piece by piece, taken back, and seen by others at once.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LONGEST_NAME, MarksReader, markSession } from './session-marks.ts';

const ONE = { agent: 'claude-code', session: 'one' };
const TWO = { agent: 'codex', session: 'one' };
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolscope-user-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('marks of sessions', () => {
  it('are none until somebody makes one, and then no file is made by looking', () => {
    const reader = new MarksReader(folder);
    expect(reader.marks().all).toEqual([]);
    expect(existsSync(join(folder, 'user.sqlite'))).toBe(false);
    reader.close();
  });

  it('change piece by piece, by agent and session', () => {
    const reader = new MarksReader(folder);
    expect(reader.marks().of('claude-code', 'one')).toEqual({ isPinned: false, isHidden: false, name: null });
    markSession(folder, ONE, { isPinned: true }, 1);
    markSession(folder, ONE, { name: '  The weir  ' }, 2);
    markSession(folder, TWO, { isHidden: true }, 3);
    expect(reader.marks().all).toEqual([
      { ...TWO, isPinned: false, isHidden: true, name: null },
      { ...ONE, isPinned: true, isHidden: false, name: 'The weir' },
    ]);
    expect(reader.marks().titleOf('claude-code', 'one', 'as logged')).toBe('The weir');
    expect(reader.marks().titleOf('codex', 'one', 'as logged')).toBe('as logged');
    reader.close();
  });

  it('leave nothing behind when they are taken back', () => {
    markSession(folder, ONE, { isPinned: true, isHidden: true, name: 'x' });
    markSession(folder, ONE, { isPinned: false, isHidden: false });
    const reader = new MarksReader(folder);
    expect(reader.marks().all).toHaveLength(1);
    markSession(folder, ONE, { name: '' });
    expect(reader.marks().all).toEqual([]);
    reader.close();
  });

  it('are read from a file that has just been made, and is still empty', () => {
    writeFileSync(join(folder, 'user.sqlite'), '');
    const reader = new MarksReader(folder);
    expect(reader.marks().all).toEqual([]);
    markSession(folder, ONE, { isPinned: true });
    expect(reader.marks().all).toHaveLength(1);
    reader.close();
  });

  it('keep a name on one line, without what changes how other text looks', () => {
    const { name } = markSession(folder, ONE, { name: ' a\u202eb\u0000\n\u001b]0;title\u0007 c\t' });
    expect(name).toBe('ab c');
    expect(markSession(folder, ONE, { name: '\u202e\n' }).name).toBeNull();
  });

  it('refuse a name that is too long, and a file that is none of ours', () => {
    expect(() => markSession(folder, ONE, { name: 'n'.repeat(LONGEST_NAME + 1) })).toThrow('A name may have');
    writeFileSync(join(folder, 'user.sqlite'), 'not a database, but long enough to look like a file of one'.repeat(20));
    expect(() => markSession(folder, ONE, { isPinned: true })).toThrow();
    expect(() => new MarksReader(folder).marks()).toThrow();
  });
});
