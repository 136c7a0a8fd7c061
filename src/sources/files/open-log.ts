// A log's bytes by position, wherever they are: on the disk, in the archive when the original is gone, or rendered from something
// that is not text.

import { closeSync, constants, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { AppError } from '../../base/app-error.ts';
import { systemCode } from '../../base/system-code.ts';
import type { FileFacts } from './file-stamp.ts';
import { stalledPlaces } from './stalled-places.ts';

export interface OpenLog {
  readonly size: number;
  /** Its bytes were rendered from something else, which may change anywhere. */
  readonly isRendered?: boolean;
  /** For a rendered log: a hash of all bytes up to a place. */
  hashTo?(end: number): string;
  /** It is the archive's copy of an original that is gone. */
  readonly isCopy?: boolean;
  /** Fills the buffer with the bytes at this place. Returns how many there were. */
  read(room: Uint8Array, at: number): number;
  close(): void;
}

/** A log that can be copied: what it is now, and all of it as a stream. */
export interface OpenFile extends OpenLog {
  /** Facts of the open file, whatever its name leads to by now. Undefined when it is not a plain file. */
  facts(): FileFacts | undefined;
  /** All of it, from this very file. The stream closes it. */
  stream(): Readable;
}

/** Throws an AppError when there is no such log, or it cannot be read. */
export interface LogOpener {
  (path: string): OpenLog;
  /** The archive's copy of a file that is not a log: a spilled output. Undefined when there is none. */
  readonly copyOf?: (path: string) => OpenLog | undefined;
  /** Paths of the outputs of a session that the archive has copies of, whether they are gone or not. */
  readonly copiedOutputs?: (agent: string, session: string) => readonly string[];
}

/** System errors that say for certain what is at a path: nothing, or nothing that is a file of ours. */
const CERTAIN: ReadonlySet<unknown> = new Set([
  'ENOENT',
  'ENOTDIR',
  'ELOOP',
  'ENXIO',
  'EISDIR',
  'ENAMETOOLONG',
  'EBADF',
]);

/** Whether the error is temporary: it says nothing about the file, and may be gone in a moment. */
export function isPassing(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof Error && 'syscall' in cause && 'code' in cause && !CERTAIN.has(cause.code);
}

export function unreadable(path: string, cause: unknown): AppError {
  const code = systemCode(cause);
  if (code === 'ENOENT') return new AppError('path-not-found', `There is no file ${path}.`, { cause });
  if (code === 'ELOOP' || code === 'ENXIO') {
    return new AppError('path-unreadable', `${path} is not a regular file.`, { cause });
  }
  const hint = code === 'EACCES' || code === 'EPERM' ? 'Check its read permissions.' : undefined;
  return new AppError('path-unreadable', `${path} cannot be read (${code ?? String(cause)}).`, {
    cause,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** Runs a file operation; system errors become an AppError. */
export function looking<Value>(path: string, work: () => Value): Value {
  try {
    return work();
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/** A pipe without a writer would block, and a link could lead out of the log folder: these flags prevent both. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

class FileOnDisk implements OpenFile {
  readonly #path: string;
  readonly #file: number;

  constructor(path: string) {
    this.#path = path;
    this.#file = this.#attempt(() => openSync(path, FLAGS));
    if (this.#isRegular()) return;
    this.close();
    throw new AppError('path-unreadable', `${path} is not a regular file.`);
  }

  /** The file does not stay open when even this check fails. */
  #isRegular(): boolean {
    try {
      return this.facts() !== undefined;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get size(): number {
    return this.#attempt(() => fstatSync(this.#file).size);
  }

  facts(): FileFacts | undefined {
    const { dev, ino, size, mtimeMs, isFile } = this.#attempt(() => {
      const info = fstatSync(this.#file);
      return { dev: info.dev, ino: info.ino, size: info.size, mtimeMs: info.mtimeMs, isFile: info.isFile() };
    });
    return isFile
      ? { path: this.#path, device: String(dev), inode: String(ino), size, modifiedAt: mtimeMs }
      : undefined;
  }

  read(room: Uint8Array, at: number): number {
    let done = 0;
    // The system may return less than was requested, and more on the next call.
    while (done < room.length) {
      const from = done;
      const read = this.#attempt(() => readSync(this.#file, room, from, room.length - from, at + from));
      if (read === 0) break;
      done += read;
    }
    return done;
  }

  stream(): Readable {
    return createReadStream('', { fd: this.#file, start: 0 });
  }

  close(): void {
    try {
      closeSync(this.#file);
    } catch (error) {
      // Nothing was written that could be lost. Closing it twice would be our mistake.
      if (!isPassing(error)) throw error;
    }
  }

  #attempt<Value>(work: () => Value): Value {
    return looking(this.#path, work);
  }
}

/** Regular files only, and not through a link: a name that leads elsewhere is refused. */
export function openOnDisk(path: string): OpenFile {
  stalledPlaces.refuse(path);
  return new FileOnDisk(path);
}
