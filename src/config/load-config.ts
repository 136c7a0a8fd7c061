// Loads a configuration with own tools and formats: JSON, or a module whose default export it is.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '../base/app-error.ts';
import { isObject, parseJson } from '../base/json.ts';
import { useConfig } from '../parse/use-config.ts';
import { configPath, nameConfig, VARIABLE } from './found-config.ts';
import { missConfigRedaction, setConfigRedaction } from './redaction-settings.ts';

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new AppError('bad-config', `${path} cannot be read.`, {
      hint: `Name another file with ${VARIABLE}.`,
      cause,
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The module's default export. Its code runs with the rights of the person who starts the program. */
async function exportOf(path: string): Promise<unknown> {
  try {
    const module: unknown = await import(pathToFileURL(path).href);
    return isObject(module) && 'default' in module ? module['default'] : module;
  } catch (cause) {
    const isUnknownKind = /\.m?ts$/.test(path) && /Unknown file extension/.test(messageOf(cause));
    throw isUnknownKind
      ? new AppError('bad-config', `${path}: Node ${process.versions.node} cannot load TypeScript.`, {
          hint: 'Node 22.18 and later can; or write it as .js or .json.',
          cause,
        })
      : new AppError('bad-config', `${path}: ${messageOf(cause)}`, { hint: 'See docs/configuration.md.', cause });
  }
}

async function configIn(path: string): Promise<{ readonly text: string; readonly config: unknown }> {
  try {
    const text = textOf(path);
    if (!path.endsWith('.json')) return { text, config: await exportOf(path) };
    const parsed = parseJson(text);
    if (parsed.ok) return { text, config: parsed.value };
    throw new AppError('bad-config', `${path}: ${parsed.message}`, { hint: 'See docs/configuration.md.' });
  } catch (error) {
    if (error instanceof AppError) missConfigRedaction(error);
    throw error;
  }
}

/**
 * Loads a configuration, and makes its tools and formats known in this process and in the threads that it starts from now on.
 * Without a path, the one that is found; none is no error. Returns the path, or null.
 */
export async function loadConfig(given?: string): Promise<string | null> {
  const path = given === undefined ? configPath() : resolve(given);
  if (path === null) return null;
  const { text, config } = await configIn(path);
  const { redaction, ...rest } = isObject(config) ? config : { redaction: undefined };
  // First: a fault in a tool must not cost the patterns.
  setConfigRedaction(redaction);
  useConfig(isObject(config) ? rest : config, path);
  if (given !== undefined) process.env[VARIABLE] = path;
  nameConfig(createHash('sha256').update(text).digest('hex').slice(0, 16));
  return path;
}
