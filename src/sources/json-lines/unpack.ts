// Decompresses zstd logs piece by piece, within limits: a small file must not become a large one in memory.

import { Decompress, decompress } from 'fzstd';
import { AppError } from '../../base/app-error.ts';
import type { OpenLog } from '../files/open-log.ts';
import { releaseBuffers } from './release-buffers.ts';
import { notPacked, ZstdFrames } from './zstd-frames.ts';

/** Logs compress to a tenth or a thirtieth. Anything that expands this many times was made to do harm. */
const RATIO_MAX = 1000;
/** This much may come out of any file, however small. */
const FREE_BYTES = 16 * 1024 * 1024;
const OUTPUT_MAX = 4 * 1024 * 1024 * 1024;
/** After this much the input buffers are freed. */
const RELEASE_EVERY = 8 * 1024 * 1024;

/** Takes a compressed file in pieces, and emits its content. */
export class Unpacker {
  readonly #path: string;
  readonly #frames: ZstdFrames;
  readonly #decoder: Decompress;
  #packed = 0;
  #unpacked = 0;
  #releaseAt = RELEASE_EVERY;
  #failed: { readonly error: unknown } | undefined;

  /** The bytes passed to `emit` must not be modified. */
  constructor(path: string, emit: (bytes: Uint8Array) => void) {
    this.#path = path;
    this.#frames = new ZstdFrames(path);
    this.#decoder = new Decompress((bytes) => {
      try {
        this.#account(bytes.length);
        emit(bytes);
      } catch (error) {
        this.#failed = { error };
        throw error;
      }
    });
  }

  /** Throws an AppError when the file is damaged, or becomes too large. */
  push(part: Uint8Array): void {
    this.#frames.follow(part);
    this.#packed += part.length;
    try {
      this.#decoder.push(new Uint8Array(part));
    } catch (cause) {
      // For invalid bytes the decoder throws errors of any kind.
      throw this.#failed === undefined ? notPacked(this.#path, cause) : this.#failed.error;
    }
  }

  #account(length: number): void {
    this.#unpacked += length;
    if (this.#unpacked >= this.#releaseAt) {
      this.#releaseAt = this.#unpacked + RELEASE_EVERY;
      releaseBuffers();
    }
    if (this.#unpacked <= Math.min(OUTPUT_MAX, FREE_BYTES + RATIO_MAX * this.#packed)) return;
    throw new AppError('path-unreadable', `${this.#path} becomes too large when it is unpacked.`);
  }
}

/** Decompresses a piece of known length: it takes no more memory than that, whatever the piece says. */
export function unzstd(packed: Uint8Array, length: number): Uint8Array {
  return decompress(packed, new Uint8Array(length));
}

/** How much of a compressed file is decompressed at once: four bytes can become a megabyte. */
const PIECE_BYTES = 4096;
const PAGE_BYTES = 1024 * 1024;
/** How much decompressed data is kept: a log of the usual size is decompressed once. */
const KEPT_PAGES = 96;
/** Enough for a reader that never goes back: twice what a piece of a log within the limits can expand to. */
export const FORWARD_PAGES = 8;

/** The last bytes of a stream, by their place in it. */
class StreamEnd {
  readonly #keptPages: number;
  readonly #pages: Uint8Array[] = [];
  #start = 0;
  #end = 0;

  constructor(keptPages: number) {
    this.#keptPages = keptPages;
  }

  /** The first byte that is still kept; `end` is just after the last. */
  get start(): number {
    return this.#start;
  }

  get end(): number {
    return this.#end;
  }

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const place = this.#end % PAGE_BYTES;
      if (place === 0) this.#turn();
      const part = bytes.subarray(at, at + PAGE_BYTES - place);
      this.#pages.at(-1)?.set(part, place);
      at += part.length;
      this.#end += part.length;
    }
  }

  /** Fills the buffer with the bytes at this place, and returns how many there were. */
  read(room: Uint8Array, at: number): number {
    const to = Math.min(at + room.length, this.#end);
    if (at < this.#start) return 0;
    for (let from = at; from < to; ) {
      const place = from % PAGE_BYTES;
      const page = this.#pages[(from - place - this.#start) / PAGE_BYTES];
      const part = page?.subarray(place, Math.min(PAGE_BYTES, place + to - from));
      if (part === undefined) return 0;
      room.set(part, from - at);
      from += part.length;
    }
    return Math.max(0, to - at);
  }

  /** A new page, reusing the oldest when there are many. */
  #turn(): void {
    if (this.#pages.length < this.#keptPages) {
      this.#pages.push(new Uint8Array(PAGE_BYTES));
      return;
    }
    const oldest = this.#pages.shift();
    if (oldest !== undefined) this.#pages.push(oldest);
    this.#start += PAGE_BYTES;
  }
}

/** A compressed log by its decompressed bytes. Going back further than what is kept decompresses it again. */
export class UnpackedLog implements OpenLog {
  readonly #path: string;
  readonly #log: OpenLog;
  readonly #keptPages: number;
  readonly #piece = Buffer.allocUnsafe(PIECE_BYTES);
  #bytes: StreamEnd;
  #unpacker: Unpacker;
  #packedAt = 0;
  #size: number | undefined;

  constructor(path: string, log: OpenLog, keptPages = KEPT_PAGES) {
    this.#path = path;
    this.#log = log;
    this.#keptPages = keptPages;
    this.#bytes = new StreamEnd(keptPages);
    this.#unpacker = this.#begin();
  }

  get isCopy(): boolean {
    return this.#log.isCopy === true;
  }

  /** All that can be decompressed: a file may still be growing, and its frame not closed. */
  get size(): number {
    while (this.#size === undefined) this.#more();
    return this.#size;
  }

  read(room: Uint8Array, at: number): number {
    if (at < this.#bytes.start) this.#unpacker = this.#begin();
    let done = 0;
    // Kept bytes are taken before more is decompressed: there may be fewer of them than the buffer holds.
    do done += this.#bytes.read(room.subarray(done), at + done);
    while (done < room.length && this.#more());
    return done;
  }

  close(): void {
    this.#log.close();
  }

  #begin(): Unpacker {
    const bytes = new StreamEnd(this.#keptPages);
    this.#bytes = bytes;
    this.#packedAt = 0;
    return new Unpacker(this.#path, (part) => bytes.add(part));
  }

  /** False at the end. */
  #more(): boolean {
    const read = this.#log.read(this.#piece, this.#packedAt);
    if (read === 0) {
      this.#size = this.#bytes.end;
      return false;
    }
    this.#packedAt += read;
    this.#unpacker.push(this.#piece.subarray(0, read));
    return true;
  }
}
