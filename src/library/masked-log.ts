// A log as a store on another machine may have it: the same places, with secrets masked. Lines are masked whole, as they are read.

import { AppError } from '../base/app-error.ts';
import { NEWLINE } from '../base/lines.ts';
import { isCompressed } from '../sources/files/compressed.ts';
import type { LogOpener, OpenLog } from '../sources/files/open-log.ts';
import type { StoreMask } from '../store/store-mask.ts';

const PIECE_BYTES = 256 * 1024;

class MaskedLog implements OpenLog {
  readonly #log: OpenLog;
  readonly #mask: StoreMask;
  /** Whole lines, masked. */
  #at = 0;
  #lines: Uint8Array = new Uint8Array(0);

  constructor(log: OpenLog, mask: StoreMask) {
    this.#log = log;
    this.#mask = mask;
  }

  get size(): number {
    return this.#log.size;
  }

  read(room: Uint8Array, at: number): number {
    let done = 0;
    while (done < room.length) {
      const place = at + done;
      if (place < this.#at || place >= this.#at + this.#lines.length) this.#load(place);
      const part = this.#lines.subarray(place - this.#at, place - this.#at + room.length - done);
      if (part.length === 0) break;
      room.set(part, done);
      done += part.length;
    }
    return done;
  }

  close(): void {
    this.#log.close();
  }

  /** Loads the lines around a place: from the beginning of its own to the end of the last that fits. */
  #load(place: number): void {
    this.#at = this.#lineStart(place);
    for (let length = PIECE_BYTES + place - this.#at; ; length *= 2) {
      const room = Buffer.allocUnsafe(length);
      const read = room.subarray(0, this.#log.read(room, this.#at));
      const end = read.length < length ? read.length : read.lastIndexOf(NEWLINE) + 1;
      if (this.#at + end <= place && read.length === length) continue;
      this.#lines = read.subarray(0, end);
      this.#mask.lines(this.#lines);
      return;
    }
  }

  #lineStart(place: number): number {
    for (let to = place; to > 0; ) {
      const from = Math.max(0, to - PIECE_BYTES);
      const room = Buffer.allocUnsafe(to - from);
      const end = room.subarray(0, this.#log.read(room, from)).lastIndexOf(NEWLINE);
      if (end !== -1) return from + end + 1;
      to = from;
    }
    return 0;
  }
}

/** Logs unchanged if nothing is to be masked. Compressed ones cannot be masked. */
export function maskedLogs(open: LogOpener, mask: StoreMask | undefined): LogOpener {
  if (mask === undefined) return open;
  return (path) => {
    if (!isCompressed(path)) return new MaskedLog(open(path), mask);
    throw new AppError('path-unreadable', `${path} is compressed, and cannot be masked.`);
  };
}
