// Reads pieces of a log for a search, by position in what it says: packed logs are unpacked on the way.

import { isCompressed } from '../../sources/files/compressed.ts';
import type { LogOpener, OpenLog } from '../../sources/files/open-log.ts';
import { findMemory, ROOM_BYTES } from '../../sources/json-lines/find-memory.ts';
import { FORWARD_PAGES, UnpackedLog } from '../../sources/json-lines/unpack.ts';
import { openLog } from '../../sources/kinds/open-source.ts';

export interface LogBytes {
  /** What it holds open is a file, which is little; else it holds a part of the log as well. */
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
  readonly isFile: boolean;
  readonly #path: string;
  readonly #opener: LogOpener;
  #log: OpenLog | undefined;

  constructor(path: string, opener: LogOpener, isFile: boolean) {
    this.#path = path;
    this.#opener = opener;
    this.isFile = isFile;
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

/** Where `open` finds it: on the disk, unless it knows better. */
export function logBytes(path: string, open: LogOpener = openLog): LogBytes {
  return bytesOf(path, open);
}

/** The same for someone who reads it once from its beginning to its end: little of a packed log is held. */
export function forwardBytes(path: string, open: LogOpener): LogBytes {
  return bytesOf(path, open, FORWARD_PAGES);
}

function bytesOf(path: string, open: LogOpener, keptPages?: number): LogBytes {
  if (!isCompressed(path)) return new PlainBytes(path, open, true);
  return new PlainBytes(path, (packed) => new UnpackedLog(packed, open(packed), keptPages), false);
}

/** A log that is in memory already. */
export function memoryBytes(bytes: Uint8Array): LogBytes {
  const read = (offset: number, length: number): Uint8Array => bytes.subarray(offset, offset + length);
  return { isFile: false, size: () => bytes.length, read, release() {} };
}
