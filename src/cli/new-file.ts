// Writes output to a new file: completely or not at all, and never over an existing one.

import { type FileHandle, open, rm } from 'node:fs/promises';
import { AppError } from '../base/app-error.ts';
import { systemCode } from '../base/system-code.ts';

/** Pieces are buffered up to this size. */
const CHUNK_CHARACTERS = 64 * 1024;

export function taken(path: string): AppError {
  return new AppError('refused', `${path} already exists, and was not changed.`, {
    hint: 'Name another file, or remove it first.',
  });
}

/** Creates the file; fails if it exists. */
async function create(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx');
  } catch (error) {
    if (systemCode(error) === 'EEXIST') throw taken(path);
    const why = error instanceof Error ? error.message : String(error);
    throw new AppError('path-unreadable', `${path} cannot be written: ${why}.`);
  }
}

type Pieces = Iterable<string> | AsyncIterable<string> | AsyncIterable<Uint8Array>;

export async function writePieces(text: Pieces, put: (chunk: Uint8Array) => Promise<unknown>): Promise<void> {
  let chunk = '';
  for await (const piece of text) {
    if (typeof piece !== 'string') {
      await put(piece);
      continue;
    }
    chunk += piece;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    await put(Buffer.from(chunk));
    chunk = '';
  }
  if (chunk !== '') await put(Buffer.from(chunk));
}

/** A file that could not be written completely is deleted. */
export async function writeNewFile(path: string, text: Pieces): Promise<void> {
  const file = await create(path);
  try {
    await writePieces(text, (chunk) => file.appendFile(chunk));
    await file.close();
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    if (systemCode(error) === 'ENOSPC') throw new AppError('disk-full', `There is no room for ${path}.`);
    throw error;
  }
}
