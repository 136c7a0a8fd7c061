// Tests when the browser is opened, and with which program.

import { expect, it } from 'vitest';
import { browserCommand } from './open-browser.ts';

const URL = 'http://127.0.0.1:4747';
const DESK = { platform: 'linux', env: { DISPLAY: ':0' }, isRoot: false, isTerminal: true };

it.each([
  [DESK, { program: 'xdg-open', args: [URL] }],
  [
    { ...DESK, env: { WAYLAND_DISPLAY: 'wayland-0' } },
    { program: 'xdg-open', args: [URL] },
  ],
  [{ ...DESK, env: {} }, undefined],
  [{ ...DESK, isRoot: true }, undefined],
  [{ ...DESK, isTerminal: false }, undefined],
  [{ ...DESK, env: { DISPLAY: ':0', SSH_CONNECTION: '1 2 3 4' } }, undefined],
  [{ ...DESK, env: { DISPLAY: ':0', CI: 'true' } }, undefined],
  [
    { ...DESK, platform: 'darwin', env: {} },
    { program: 'osascript', args: ['-'], input: `open location "${URL}"\n` },
  ],
  [
    { ...DESK, platform: 'win32', env: {} },
    { program: 'cmd', args: ['/c', 'start', '""', URL] },
  ],
])('%j: %j', (machine, command) => {
  expect(browserCommand(URL, machine)).toEqual(command);
});
