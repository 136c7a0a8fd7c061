// Owns recognising a file: its place on the disk, its size and time, and hashes of what was read of it.

import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { FileStamp } from '../../store/index/session-batch.ts';
import { isCompressed } from '../read-lines.ts';

/** Bytes hashed at either end. */
const HASHED = 4096;

export type FileFacts = Omit<FileStamp, 'head' | 'tail'>;

/** Undefined when there is no such file, or it cannot be looked at. */
export function fileFacts(path: string): FileFacts | undefined {
  const info = statSync(path, { throwIfNoEntry: false });
  if (info === undefined || !info.isFile()) return undefined;
  return {
    path,
    device: String(info.dev),
    inode: String(info.ino),
    size: info.size,
    modifiedAt: info.mtimeMs,
  };
}

/** Reading of a compressed file does not go on inside of it: all of it has to be the same. */
export function coveredBytes({ path, size, offset }: { path: string; size: number; offset: number }): number {
  return isCompressed(path) ? size : offset;
}

function hashRange(file: number, from: number, to: number): string {
  const bytes = Buffer.alloc(to - from);
  const read = readSync(file, bytes, 0, bytes.length, from);
  return createHash('sha1').update(bytes.subarray(0, read)).digest('base64url').slice(0, 16);
}

/** Hashes of the first bytes and of the last of the first `covered` bytes; undefined when the file cannot be read. */
export function hashEnds(path: string, covered: number): Pick<FileStamp, 'head' | 'tail'> | undefined {
  try {
    const file = openSync(path, 'r');
    try {
      const head = hashRange(file, 0, Math.min(HASHED, covered));
      const tail = covered <= HASHED ? head : hashRange(file, covered - HASHED, covered);
      return { head, tail };
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}
