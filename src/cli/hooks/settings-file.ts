// Reads and replaces a settings file: makes a backup, then replaces the file in one step, following links.

import { isUtf8 } from 'node:buffer';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../../base/app-error.ts';
import { systemCode } from '../../base/system-code.ts';

function codeOf(error: unknown): string {
  return systemCode(error) ?? String(error);
}

/** Undefined when there is no such file. */
export function readSettings(path: string): string | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new AppError('path-unreadable', `${path} cannot be read (${codeOf(error)}).`, {
      hint: 'Check its read permissions.',
      cause: error,
    });
  }
  // Decoded as text, such bytes would be written back differently.
  if (!isUtf8(bytes)) throw new AppError('refused', `${path} was left as it is: it holds bytes that are not UTF-8.`);
  return bytes.toString('utf8');
}

/** The target of a link, so that it stays a link. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function backupPath(path: string): string {
  return `${path}.before-toolscope`;
}

/** Replaces the file. Returns the path of the backup; null when there was no file. */
export function writeSettings(path: string, text: string): string | null {
  const target = realPath(path);
  const known = statSync(target, { throwIfNoEntry: false });
  const fresh = `${target}.toolscope-${process.pid}`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    if (known !== undefined) copyFileSync(target, backupPath(target));
    writeFileSync(fresh, text, { mode: known?.mode ?? 0o600 });
    if (known !== undefined) chmodSync(fresh, known.mode);
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw new AppError('path-unreadable', `${path} cannot be written (${codeOf(error)}).`, {
      hint: 'Check the write permissions there.',
      cause: error,
    });
  }
  return known === undefined ? null : backupPath(target);
}

/** Restores the original file; null: there was none. The backup is no longer needed. */
export function restoreSettings(path: string, before: string | null): void {
  writeSettings(path, before ?? '');
  const target = realPath(path);
  rmSync(backupPath(target), { force: true });
  if (before === null) rmSync(target, { force: true });
}
