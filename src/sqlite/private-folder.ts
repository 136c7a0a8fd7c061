// Makes folders and files that only their owner may read, or explains why it cannot.

import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../base/app-error.ts';

function cannotWrite(path: string, cause: unknown): AppError {
  return new AppError('store-unusable', `Toolscope cannot write to ${path}.`, {
    hint: 'Make the folder writable, or set TOOLSCOPE_HOME to one that is.',
    cause,
  });
}

export function makePrivateFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

/** Empty, unless it exists. */
export function makePrivateFile(path: string): void {
  makePrivateFolder(dirname(path));
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw cannotWrite(path, error);
  }
}
