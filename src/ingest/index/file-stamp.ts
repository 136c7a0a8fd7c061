// Owns recognising a file: its place on the disk, its size and time, and hashes of what was read of it.

import { statSync } from 'node:fs';
import type { FileStamp } from '../../store/index/session-batch.ts';
import { type LogOpener, looking, type OpenLog, openOnDisk } from '../open-log.ts';
import { isCompressed } from '../read-lines.ts';

/** Bytes hashed at either end. */
export const HASHED_BYTES = 4096;

export type FileFacts = Omit<FileStamp, 'head' | 'tail'>;

/** Undefined when there is no such file. Throws an AppError when it cannot be looked at: then no one knows. */
export function fileFacts(path: string): FileFacts | undefined {
  const info = looking(path, () => statSync(path, { throwIfNoEntry: false }));
  if (info === undefined || !info.isFile()) return undefined;
  return {
    path,
    device: String(info.dev),
    inode: String(info.ino),
    size: info.size,
    modifiedAt: info.mtimeMs,
  };
}

/** Whether what was read of a file is there no more: the file is gone, or somebody emptied it. */
export function isLost({ path, size }: { readonly path: string; readonly size: number }): boolean {
  const facts = fileFacts(path);
  return facts === undefined || (facts.size === 0 && size > 0);
}

/** Reading of a compressed file does not go on inside of it: all of it has to be the same. */
export function coveredBytes({ path, size, offset }: { path: string; size: number; offset: number }): number {
  return isCompressed(path) ? size : offset;
}

function hashRange(log: OpenLog, from: number, to: number): string {
  const bytes = Buffer.alloc(to - from);
  const read = log.read(bytes, from);
  // Loaded for the first file that has changed: a start with nothing new goes without (8 ms).
  const { hash } = process.getBuiltinModule('node:crypto');
  return hash('sha1', bytes.subarray(0, read), 'base64url').slice(0, 16);
}

/** Hashes of the first bytes and of the last of the first `covered` bytes. */
export function endsOf(log: OpenLog, covered: number): Pick<FileStamp, 'head' | 'tail'> {
  const head = hashRange(log, 0, Math.min(HASHED_BYTES, covered));
  return { head, tail: covered <= HASHED_BYTES ? head : hashRange(log, covered - HASHED_BYTES, covered) };
}

/** The same of a file that is not open; undefined when it cannot be read. */
export function hashEnds(
  path: string,
  covered: number,
  open: LogOpener = openOnDisk,
): Pick<FileStamp, 'head' | 'tail'> | undefined {
  try {
    const log = open(path);
    try {
      return endsOf(log, covered);
    } finally {
      log.close();
    }
  } catch {
    return undefined;
  }
}
