// Tests where OpenCode's databases are looked for, and which paths are one.

import { expect, it } from 'vitest';
import { isDatabase, role, roots } from './locate.ts';

const home = '/home/dev';

function paths(env: Readonly<Record<string, string>>): string[] {
  return roots({ env, home }).map(({ path, from }) => `${from} ${path}`);
}

it('is the same folder on every system, unless a variable moves it', () => {
  expect(paths({})[0]).toBe('default /home/dev/.local/share/opencode/opencode.db');
  expect(paths({ XDG_DATA_HOME: '/data/' })[0]).toBe('XDG_DATA_HOME /data/opencode/opencode.db');
  expect(paths({ OPENCODE_DB: '/else/opencode.db', XDG_DATA_HOME: '/data' })).toEqual([
    'OPENCODE_DB /else/opencode.db',
  ]);
  expect(paths({ OPENCODE_DB: 'opencode-mine.db' })).toEqual([
    'OPENCODE_DB /home/dev/.local/share/opencode/opencode-mine.db',
  ]);
  expect(paths({ OPENCODE_DB: 'C:\\data\\opencode.db' })).toEqual(['OPENCODE_DB C:\\data\\opencode.db']);
});

it('knows databases by name, and leaves alone what is beside them', () => {
  expect(['/a/opencode.db', 'C:\\a\\opencode-dev.db', '/p/.opencode/opencode.db'].map(isDatabase)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['/a/opencode.db-wal', '/a/myopencode.db', '/a/opencode.dbx'].map(isDatabase)).toEqual([false, false, false]);
  expect(role('/home/dev/.local/share/opencode/storage/part/msg_1/prt_1.json')?.kind).toBe('skip');
  expect(role('/home/dev/.local/share/opencode/storage/session/0a1b/ses_1.json')).toBeUndefined();
  expect(paths({}).at(-1)).toBe('default /home/dev/.local/share/opencode/storage/session');
  expect(role('/home/dev/.local/share/opencode/log/a.jsonl')?.kind).toBe('skip');
  expect(role('/home/dev/orchard/opencode.json')).toBeUndefined();
});
