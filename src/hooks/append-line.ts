// Appends one line to a file of the inbox: atomically, however many processes do so at once.

import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { NEWLINE } from '../base/lines.ts';
import { systemCode } from '../base/system-code.ts';

/** Links are not followed: no one else may lead us to another file. */
const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

function open(path: string): number {
  try {
    return openSync(path, FLAGS, 0o600);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return openSync(path, FLAGS, 0o600);
  }
}

/** Whether the file ends in the middle of a line: its writer was killed, or the disk was full. */
function isTorn(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  return readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== NEWLINE;
}

/**
 * One write to a file opened for appending: the system puts it at the end as a whole, even if it is long. Only a kill or a full disk
 * can cut it short; the next line then starts on a new line.
 */
export function appendLine(path: string, line: string): void {
  const file = open(path);
  try {
    const bytes = Buffer.from(isTorn(file) ? `\n${line}\n` : `${line}\n`);
    let written = writeSync(file, bytes);
    while (written < bytes.length) written += writeSync(file, bytes, written);
  } finally {
    closeSync(file);
  }
}
