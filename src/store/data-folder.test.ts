// The checks on where data is kept.
import { expect, test } from 'vitest';
import { dataFolder } from './data-folder.ts';

test.each([
  [{ TOOLSCOPE_HOME: '/data/scope', XDG_DATA_HOME: '/xdg' }, 'linux', '/data/scope'],
  [{ XDG_DATA_HOME: '/xdg' }, 'linux', '/xdg/toolscope'],
  [{ XDG_DATA_HOME: 'relative' }, 'linux', '/home/kim/.local/share/toolscope'],
  [{ TOOLSCOPE_HOME: '' }, 'linux', '/home/kim/.local/share/toolscope'],
  [{ XDG_DATA_HOME: '/xdg' }, 'darwin', '/home/kim/Library/Application Support/toolscope'],
  [{ LOCALAPPDATA: '/local' }, 'win32', '/local/toolscope'],
  [{}, 'win32', '/home/kim/AppData/Local/toolscope'],
])('%j on %s is %s', (env, platform, expected) => {
  expect(dataFolder({ env, platform, home: '/home/kim' })).toBe(expected);
});
