// Owns opening the browser: only where there is one that somebody sits in front of.

import { spawn } from 'node:child_process';

interface Machine {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
  readonly isTerminal: boolean;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

/** The program and its arguments; undefined when there is no browser to open. */
export function browserCommand(url: string, machine: Machine): readonly [string, ...string[]] | undefined {
  const { platform, env, isRoot, isTerminal } = machine;
  // Whoever reads our words through a pipe is a program; and on the other end of SSH nobody sees this screen.
  if (!isTerminal || isSet(env['SSH_CONNECTION']) || isSet(env['CI'])) return undefined;
  if (platform === 'darwin') return ['open', url];
  if (platform === 'win32') return ['cmd', '/c', 'start', '""', url];
  // Browsers refuse to run as root.
  if (isRoot || !(isSet(env['DISPLAY']) || isSet(env['WAYLAND_DISPLAY']))) return undefined;
  return ['xdg-open', url];
}

/** Whether it was tried. What comes of it is the browser's business. */
export function openBrowser(url: string): boolean {
  const command = browserCommand(url, {
    platform: process.platform,
    env: process.env,
    isRoot: process.getuid?.() === 0,
    isTerminal: process.stdout.isTTY === true,
  });
  if (command === undefined) return false;
  const [program, ...args] = command;
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
  return true;
}
