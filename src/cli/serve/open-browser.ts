// Opens the browser, if there is one that the user can see.

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

interface BrowserCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** Written to its standard input. */
  readonly input?: string;
}

/**
 * Undefined when there is no browser to open. The URL may contain a code, and other users can read command lines: macOS
 * gets it on standard input, Windows hides command lines, and on Linux the code works only for the same user.
 */
export function browserCommand(url: string, machine: Machine): BrowserCommand | undefined {
  const { platform, env, isRoot, isTerminal } = machine;
  // In a pipe our output is read by a program; over SSH no one sees this screen.
  if (!isTerminal || isSet(env['SSH_CONNECTION']) || isSet(env['CI'])) return undefined;
  if (platform === 'darwin') return { program: 'osascript', args: ['-'], input: `open location "${url}"\n` };
  if (platform === 'win32') return { program: 'cmd', args: ['/c', 'start', '""', url] };
  // Browsers refuse to run as root.
  if (isRoot || !(isSet(env['DISPLAY']) || isSet(env['WAYLAND_DISPLAY']))) return undefined;
  return { program: 'xdg-open', args: [url] };
}

/** Whether it was tried. Errors of the browser are ignored. */
export function openBrowser(url: string): boolean {
  const command = browserCommand(url, {
    platform: process.platform,
    env: process.env,
    isRoot: process.getuid?.() === 0,
    isTerminal: process.stdout.isTTY === true,
  });
  if (command === undefined) return false;
  const { program, args, input } = command;
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true, env });
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  child.stdin.end(input ?? '');
  child.unref();
  return true;
}
