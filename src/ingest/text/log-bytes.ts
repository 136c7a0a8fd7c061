// Owns reading pieces of a log for a search: plain files by position, packed ones unpacked as a whole.

import { decompress } from 'fzstd';
import { AppError } from '../../base/app-error.ts';
import { type LogOpener, type OpenLog, openOnDisk } from '../open-log.ts';
import { isCompressed } from '../read-lines.ts';
import { findMemory, ROOM_BYTES } from './find-memory.ts';

export interface LogBytes {
  /** What it holds open is a file, which is little; else it is all of the log. */
  readonly isFile: boolean;
  /** Bytes there are now. */
  size(): number;
  /** The bytes from `offset`, fewer when the log is shorter by now. Valid until `scratch` is used again. */
  read(offset: number, length: number, scratch: Scratch): Uint8Array;
  /** Lets go of what is held open. The next call takes it up again. */
  release(): void;
}

/** Room to read into, used over and over: where bytes are found fastest, if that is possible. */
export class Scratch {
  #room = findMemory()?.room ?? Buffer.alloc(0);

  take(length: number): Buffer {
    if (length > ROOM_BYTES) return Buffer.allocUnsafeSlow(length);
    if (this.#room.length < length) this.#room = Buffer.allocUnsafeSlow(Math.max(length, 64 * 1024));
    return this.#room;
  }

  /** Whether these bytes will be overwritten. */
  holds(bytes: Uint8Array): boolean {
    return bytes.buffer === this.#room.buffer;
  }
}

/** A log of which pieces are wanted now and then. */
class PlainBytes implements LogBytes {
  readonly isFile = true;
  readonly #path: string;
  readonly #opener: LogOpener;
  #log: OpenLog | undefined;

  constructor(path: string, opener: LogOpener) {
    this.#path = path;
    this.#opener = opener;
  }

  size(): number {
    return this.#open().size;
  }

  read(offset: number, length: number, scratch: Scratch): Uint8Array {
    const room = scratch.take(length).subarray(0, length);
    return room.subarray(0, this.#open().read(room, offset));
  }

  release(): void {
    this.#log?.close();
    this.#log = undefined;
  }

  #open(): OpenLog {
    this.#log ??= this.#opener(this.#path);
    return this.#log;
  }
}

class PackedBytes implements LogBytes {
  readonly isFile = false;
  readonly #path: string;
  readonly #opener: LogOpener;
  #bytes: Uint8Array | undefined;

  constructor(path: string, opener: LogOpener) {
    this.#path = path;
    this.#opener = opener;
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
    this.#bytes ??= unpacked(this.#path, this.#opener);
    return this.#bytes;
  }
}

function unpacked(path: string, opener: LogOpener): Uint8Array {
  const log = opener(path);
  try {
    const packed = new Uint8Array(log.size);
    return decompress(packed.subarray(0, log.read(packed, 0)));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('path-unreadable', `${path} is not zstd-compressed, or is damaged.`, { cause });
  } finally {
    log.close();
  }
}

/** Where `open` finds it: on the disk, unless it knows better. */
export function logBytes(path: string, open: LogOpener = openOnDisk): LogBytes {
  return isCompressed(path) ? new PackedBytes(path, open) : new PlainBytes(path, open);
}

/** A log that is in memory already. */
export function memoryBytes(bytes: Uint8Array): LogBytes {
  const read = (offset: number, length: number): Uint8Array => bytes.subarray(offset, offset + length);
  return { isFile: false, size: () => bytes.length, read, release() {} };
}
