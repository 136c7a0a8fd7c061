// The token that programs send, in a file that only its owner can read. Every other key is derived from it.

import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '../../base/app-error.ts';
import { systemCode } from '../../base/system-code.ts';
import { derive, isSecret, newSecret } from './secrets.ts';

export function tokenPath(folder: string): string {
  return join(folder, 'server-token');
}

/** Undefined when there is none, or when others could read it or have written it: then it is a secret no more. */
function readToken(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const facts = fstatSync(file);
    const isOurs = process.getuid === undefined || (facts.uid === process.getuid() && (facts.mode & 0o077) === 0);
    if (!facts.isFile() || !isOurs) return undefined;
    const text = readFileSync(file, 'utf8').trim();
    return isSecret(text) ? text : undefined;
  } finally {
    closeSync(file);
  }
}

/** Of several processes that start at once, one makes the token and all use it. */
function makeToken(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const made = `${path}.${newSecret()}`;
  writeFileSync(made, `${newSecret()}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(made, path);
    rmSync(made);
  } catch (error) {
    // One that cannot be used is in the way, or the file system has no links.
    if (systemCode(error) === 'EEXIST' && readToken(path) !== undefined) rmSync(made);
    else renameSync(made, path);
  }
  const token = readToken(path);
  if (token === undefined) {
    throw new AppError('store-unusable', `Other users could read or replace the token in ${path}.`, {
      hint: 'Set TOOLSCOPE_HOME to a folder of yours on a disk that keeps permissions, or use --open-to-local-users.',
    });
  }
  return token;
}

/** Reads the token of a data folder, or makes one. */
export function loadToken(folder: string): string {
  const path = tokenPath(folder);
  try {
    return readToken(path) ?? makeToken(path);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('store-unusable', `Toolscope cannot keep its token in ${path}.`, {
      hint: 'Make the folder writable, or set TOOLSCOPE_HOME to one that is.',
      cause: error,
    });
  }
}

/** The key in the URL of an HTTP hook: anyone who has it can report hooks, but read nothing. */
export function hookKey(token: string): string {
  return derive(token, 'hooks');
}

/** Does not make a token: undefined while there is none. */
export function knownHookKey(folder: string): string | undefined {
  try {
    const token = readToken(tokenPath(folder));
    return token === undefined ? undefined : hookKey(token);
  } catch {
    return undefined;
  }
}
