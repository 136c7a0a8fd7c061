// Where Toolscope keeps its own data: $TOOLSCOPE_HOME, or the platform's folder for such things.

import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

export interface HostEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
}

/** A variable that is set to an absolute path; the XDG rules say to ignore others. */
function absolute(value: string | undefined): string | undefined {
  return value !== undefined && isAbsolute(value) ? value : undefined;
}

export function dataFolder(machine?: HostEnvironment): string {
  const { env, platform, home } = machine ?? { env: process.env, platform: process.platform, home: homedir() };
  const chosen = env['TOOLSCOPE_HOME'];
  if (chosen !== undefined && chosen !== '') return resolve(chosen);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'toolscope');
  if (platform === 'win32') return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'toolscope');
  return join(absolute(env['XDG_DATA_HOME']) ?? join(home, '.local', 'share'), 'toolscope');
}
