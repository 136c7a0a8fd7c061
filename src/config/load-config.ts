// Loads a configuration with own tools and formats: JSON, or a module whose default export it is.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '../base/app-error.ts';
import { isObject, parseJson } from '../base/json.ts';
import { useConfig } from '../parse/use-config.ts';
import { importTypeScript, isTypeScript, jsonFault, placeOf, syntaxFault } from './config-code.ts';
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

function refuse(place: string, error: unknown): AppError {
  const message = error instanceof Error ? error.message : String(error);
  const end = /[.!?]$/.test(message) ? '' : '.';
  return new AppError('bad-config', `${place}: ${message}${end}`, { hint: 'See docs/configuration.md.', cause: error });
}

/** The module's default export. Its code runs with the rights of the user who starts the program. */
async function exportOf(path: string, text: string): Promise<unknown> {
  try {
    if (isTypeScript(path)) return await importTypeScript(path);
    const module: unknown = await import(pathToFileURL(path).href);
    return isObject(module) && 'default' in module ? module['default'] : module;
  } catch (error) {
    const fault = await syntaxFault(path, text);
    throw fault === null ? refuse(placeOf(error, path), error) : refuse(`${path}:${fault.place}`, fault.message);
  }
}

async function configIn(path: string): Promise<{ readonly text: string; readonly config: unknown }> {
  try {
    const text = textOf(path);
    if (!path.endsWith('.json')) return { text, config: await exportOf(path, text) };
    const parsed = parseJson(text);
    if (parsed.ok) return { text, config: parsed.value };
    throw refuse(`${path}:${await jsonFault(text)}`, parsed.message);
  } catch (error) {
    if (error instanceof AppError) missConfigRedaction(error);
    throw error;
  }
}

/**
 * Loads a configuration, and registers its tools and formats in this process and in the threads that it starts from now on. Without a
 * path, the one that is found; none is not an error. Returns the path, or null.
 */
export async function loadConfig(given?: string): Promise<string | null> {
  const path = given === undefined ? configPath() : resolve(given);
  if (path === null) return null;
  const { text, config } = await configIn(path);
  // First: an error in a tool must not cost the patterns.
  setConfigRedaction(isObject(config) ? config['redaction'] : undefined);
  useConfig(config, path);
  if (given !== undefined) process.env[VARIABLE] = path;
  nameConfig(createHash('sha256').update(text).digest('hex').slice(0, 16));
  return path;
}
