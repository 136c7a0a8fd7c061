// Disk space that the archive leaves free: copies never fill the disk, so that everything else keeps working.

import { statfsSync } from 'node:fs';
import { AppError } from '../base/app-error.ts';
import { formatBytes } from '../base/units.ts';

export const RESERVE_BYTES = 64 * 1024 * 1024;

/** Throws `disk-full` when less than the reserve is left on the folder's disk. */
export function requireRoom(folder: string, reserveBytes: number): void {
  let freeBytes: number;
  try {
    const { bavail, bsize } = statfsSync(folder);
    freeBytes = bavail * bsize;
  } catch {
    // The file system does not say: a write will.
    return;
  }
  if (freeBytes >= reserveBytes) return;
  throw new AppError(
    'disk-full',
    `Copying logs to the archive has stopped: only ${formatBytes(freeBytes)} are left on the disk of ${folder}.`,
    { hint: 'Free some space, delete copies with toolscope purge, or index with --no-archive.' },
  );
}
