// Finds and loads the configuration that is used without being named: by every command and thread.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { AppError } from '../base/app-error.ts';

export const VARIABLE = 'TOOLSCOPE_CONFIG';
const NAMES = ['ts', 'mts', 'js', 'mjs', 'json'].map((ending) => `toolscope.config.${ending}`);

/**
 * `$TOOLSCOPE_CONFIG`, or a file in the settings folder. Not the working folder: there is one index for all folders, and it would be
 * read again whenever a command runs in another one.
 */
export function configPath(env = process.env, home = homedir()): string | null {
  const chosen = env[VARIABLE];
  if (chosen !== undefined && chosen !== '') return resolve(chosen);
  const folder = join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'toolscope');
  return NAMES.map((name) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

let current: string | null = null;

/** Identifies the configuration in use by its content; null without one. Sessions that were read with another are read again. */
export function configName(): string | null {
  return current;
}

export function nameConfig(name: string): void {
  current = name;
}

/**
 * Loads the configuration that is found. An unusable one is returned as an error: its tools are then shown by the generic view. Threads
 * do not report it, since the process that started them has.
 */
export async function useFoundConfig(): Promise<AppError | null> {
  if (configPath() === null) return null;
  const { loadConfig } = await import('./load-config.ts');
  try {
    await loadConfig();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
