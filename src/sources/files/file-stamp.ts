// How a file is recognised again: its place on the disk, its size and time, and hashes of what was read of it.

import { statSync } from 'node:fs';
import type { FileStamp } from '../../model/file-stamp.ts';
import { isCompressed } from './compressed.ts';
import { looking, type OpenLog } from './open-log.ts';
import { stalledPlaces } from './stalled-places.ts';

/** Bytes hashed at either end. */
export const HASHED_BYTES = 4096;

export interface FileFacts extends Omit<FileStamp, 'head' | 'tail'> {
  /** State of a session in a database that reports one. */
  readonly state?: 'waiting' | 'over';
}

/** Undefined when there is no such file. Throws an AppError when it cannot be looked at: then it is unknown. */
export function fileFacts(path: string): FileFacts | undefined {
  stalledPlaces.refuse(path);
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

/** Reading cannot continue inside a compressed file: all of it has to be the same. */
export function coveredBytes({ path, size, offset }: { path: string; size: number; offset: number }): number {
  return isCompressed(path) ? size : offset;
}

function hashRange(log: OpenLog, from: number, to: number): string {
  const bytes = Buffer.alloc(to - from);
  const read = log.read(bytes, from);
  // Loaded for the first changed file: a start with nothing new does without it (8 ms).
  const { hash } = process.getBuiltinModule('node:crypto');
  return hash('sha1', bytes.subarray(0, read), 'base64url').slice(0, 16);
}

/** Hashes of the first bytes and of the last of the first `covered` bytes; for a rendered log, of all of them. */
export function endsOf(log: OpenLog, covered: number): Pick<FileStamp, 'head' | 'tail'> {
  const whole = log.hashTo?.(covered);
  if (whole !== undefined) return { head: whole, tail: whole };
  const head = hashRange(log, 0, Math.min(HASHED_BYTES, covered));
  return { head, tail: covered <= HASHED_BYTES ? head : hashRange(log, covered - HASHED_BYTES, covered) };
}
