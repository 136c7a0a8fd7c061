// The physical line: a stream of blocks in, lines with byte offsets out. Splits on \n only.

import { GrowingBytes } from './growing-bytes.ts';

export interface ByteLine {
  /** The bytes of the line without its \n and without a trailing \r. Valid while it is emitted. */
  readonly bytes: Uint8Array;
  /** Byte offset of the line in the file. */
  readonly offset: number;
  /** Length in bytes, without the line end. */
  readonly length: number;
  /** 1-based. */
  readonly line: number;
  /** False for a last line that has no \n yet. */
  readonly terminated: boolean;
  /** Longer than a line may be: `bytes` is empty, only its length is known. */
  readonly isTooLong?: true;
}

/** The byte that ends a line. */
export const NEWLINE = 10;
const CR = 13;
const NOTHING = new Uint8Array(0);

/** Longer ones would not fit into a string. */
const MOST = 512 * 1024 * 1024 - 1;
/** Up to here a carried line is copied before it is emitted: views of memory that may shrink slow down every reader of bytes. */
const COPIED_MAX = 1024 * 1024;

/**
 * Splits blocks into lines. U+2028 and U+2029 inside JSON strings are data, not line ends. A line longer than a block is collected in a
 * buffer that grows in place, so a line of n bytes costs n bytes and one copy, never n squared.
 */
export class LineCutter {
  #offset: number;
  #line: number;
  readonly #maxBytes: number;
  readonly #carry: GrowingBytes;
  #carried = 0;
  /** Whether the carried part ends in \r. */
  #isOnReturn = false;

  /** For a line longer than `maxBytes` only its length is kept. */
  constructor(start: { readonly offset: number; readonly line: number } = { offset: 0, line: 1 }, maxBytes = MOST) {
    this.#offset = start.offset;
    this.#line = start.line;
    this.#maxBytes = maxBytes;
    this.#carry = new GrowingBytes(maxBytes);
  }

  /** Calls `emit` for every line that ends in this block. The block may be reused by the caller afterwards. */
  push(block: Uint8Array, emit: (line: ByteLine) => void): void {
    let start = 0;
    for (let end = block.indexOf(NEWLINE); end !== -1; end = block.indexOf(NEWLINE, start)) {
      const bytes = block.subarray(start, end);
      if (this.#carried > 0 || bytes.length > this.#maxBytes) {
        this.#keep(bytes);
        this.#emitCarried(true, emit);
      } else this.#emit(bytes, true, emit);
      start = end + 1;
    }
    if (start < block.length) this.#keep(block.subarray(start));
  }

  /** The unterminated last line, if any. To continue afterwards, make a new cutter at its `position`. */
  finish(emit: (line: ByteLine) => void): void {
    if (this.#carried > 0) this.#emitCarried(false, emit);
  }

  /** Where the next unread line starts: the place to resume from after a half-written line. */
  get position(): { offset: number; line: number } {
    return { offset: this.#offset, line: this.#line };
  }

  #keep(bytes: Uint8Array): void {
    this.#carried += bytes.length;
    if (bytes.length > 0) this.#isOnReturn = bytes[bytes.length - 1] === CR;
    if (this.#carried > this.#maxBytes) this.#carry.clear();
    else this.#carry.append(bytes);
  }

  #emitCarried(terminated: boolean, emit: (line: ByteLine) => void): void {
    const total = this.#carried;
    this.#carried = 0;
    if (total <= this.#maxBytes) {
      const { bytes } = this.#carry;
      this.#emit(total <= COPIED_MAX ? bytes.slice() : bytes, terminated, emit);
      this.#carry.clear();
    } else {
      const length = this.#isOnReturn ? total - 1 : total;
      emit({ bytes: NOTHING, offset: this.#offset, length, line: this.#line, terminated, isTooLong: true });
      if (terminated) this.#next(total);
    }
  }

  #next(bytes: number): void {
    this.#offset += bytes + 1;
    this.#line += 1;
  }

  #emit(bytes: Uint8Array, terminated: boolean, emit: (line: ByteLine) => void): void {
    const full = bytes.length;
    const trimmed = full > 0 && bytes[full - 1] === CR ? bytes.subarray(0, full - 1) : bytes;
    emit({ bytes: trimmed, offset: this.#offset, length: trimmed.length, line: this.#line, terminated });
    if (terminated) this.#next(full);
  }
}
