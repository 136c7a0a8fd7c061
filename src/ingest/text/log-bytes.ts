// Owns reading pieces of a log for a search: plain files by position, packed ones unpacked as a whole.

import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { decompress } from 'fzstd';
import { AppError } from '../../base/app-error.ts';
import { isCompressed } from '../read-lines.ts';

export interface LogBytes {
  /** Bytes there are now. */
  size(): number;
  /** The bytes from `offset`, fewer when the log is shorter by now. Valid until `scratch` is used again. */
  read(offset: number, length: number, scratch: Scratch): Uint8Array;
  /** Lets go of what is held open. The next call takes it up again. */
  release(): void;
}

/** Room to read into, used over and over. */
export class Scratch {
  #room = Buffer.alloc(0);

  take(length: number): Buffer {
    if (length > KEPT_BYTES) return Buffer.allocUnsafeSlow(length);
    if (this.#room.length < length) this.#room = Buffer.allocUnsafeSlow(Math.max(length, 64 * 1024));
    return this.#room;
  }

  /** Whether these bytes will be overwritten. */
  holds(bytes: Uint8Array): boolean {
    return bytes.buffer === this.#room.buffer;
  }
}

/** More than this is not kept for the next time. */
const KEPT_BYTES = 1024 * 1024;

/** Runs a file operation; what goes wrong with the file is said in our own words. */
function onFile<T>(path: string, operation: () => T): T {
  try {
    return operation();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    if (code === 'ENOENT') throw new AppError('path-not-found', `There is no file ${path}.`, { cause });
    throw new AppError('path-unreadable', `${path} cannot be read (${code}).`, { cause });
  }
}

class FileBytes implements LogBytes {
  readonly #path: string;
  #file: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  size(): number {
    return onFile(this.#path, () => statSync(this.#path).size);
  }

  read(offset: number, length: number, scratch: Scratch): Uint8Array {
    const room = scratch.take(length);
    const read = onFile(this.#path, () => readSync(this.#open(), room, 0, length, offset));
    return room.subarray(0, read);
  }

  release(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #open(): number {
    this.#file ??= openSync(this.#path, 'r');
    return this.#file;
  }
}

class PackedBytes implements LogBytes {
  readonly #path: string;
  #bytes: Uint8Array | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  size(): number {
    return this.#unpack().length;
  }

  read(offset: number, length: number): Uint8Array {
    return this.#unpack().subarray(offset, offset + length);
  }

  release(): void {
    this.#bytes = undefined;
  }

  #unpack(): Uint8Array {
    this.#bytes ??= onFile(this.#path, () => decompress(readFileSync(this.#path)));
    return this.#bytes;
  }
}

export function logBytes(path: string): LogBytes {
  return isCompressed(path) ? new PackedBytes(path) : new FileBytes(path);
}

/** A log that is in memory already. */
export function memoryBytes(bytes: Uint8Array): LogBytes {
  return { size: () => bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length), release() {} };
}
