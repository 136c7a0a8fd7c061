// A filter as it is stored: how big it may be, how it shrinks to fit what is in it, and how it is asked.

import { bitOf, MAX_WORD_BITS } from './grams.ts';

export const MIN_WORD_BITS = 2;

/** A share of set bits above which a filter is not folded further: what a single gram lets through by chance. */
const MAX_FILL = 0.35;

/** A filter spends at most one byte on this many bytes of log. */
const LOG_BYTES_PER_FILTER_BYTE = 32;

/**
 * Up to this size it may spend twice as much: short texts repeat themselves less. Where most logs end is a block that is not
 * full, and to read one in vain costs the more, as its file has to be opened. For words that are nowhere a third less is read,
 * for 0.3 % of the logs.
 */
const USUAL_BYTES = 1024;

/** Words for a block of this many bytes of log, as a power of two. */
export function wordBitsFor(logBytes: number): number {
  const bytes = logBytes / LOG_BYTES_PER_FILTER_BYTE;
  const words = Math.max(bytes, Math.min(USUAL_BYTES, 2 * bytes)) / 4;
  const bits = Math.round(Math.log2(Math.max(1, words)));
  return Math.min(MAX_WORD_BITS, Math.max(MIN_WORD_BITS, bits));
}

function countBits(word: number): number {
  let count = word - ((word >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Bits that are next to each other joined by OR, in the lower half of the word. */
function halved(word: number): number {
  let pairs = (word | (word >>> 1)) & 0x55555555;
  pairs = (pairs | (pairs >>> 1)) & 0x33333333;
  pairs = (pairs | (pairs >>> 2)) & 0x0f0f0f0f;
  pairs = (pairs | (pairs >>> 4)) & 0x00ff00ff;
  return (pairs | (pairs >>> 8)) & 0xffff;
}

function bitsAfterFold(words: Int32Array, length: number): number {
  let set = 0;
  for (let i = 0; i < length; i++) {
    const word = words[i] ?? 0;
    set += countBits((word | (word >>> 1)) & 0x55555555);
  }
  return set;
}

const LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

function toBytes(words: Int32Array): Uint8Array {
  if (LITTLE_ENDIAN) return new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  const bytes = new Uint8Array(words.byteLength);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < words.length; i++) view.setInt32(i * 4, words[i] ?? 0, true);
  return bytes;
}

/** A copy as small as its content and `logBytes` allow. The words given are left as they are. */
export function packFilter(words: Int32Array, logBytes: number): Uint8Array {
  const most = 1 << wordBitsFor(logBytes);
  let packed = words;
  let length = words.length;
  while (length > 1 << MIN_WORD_BITS) {
    if (length <= most && bitsAfterFold(packed, length) > length * 16 * MAX_FILL) break;
    if (packed === words) packed = words.slice();
    for (let i = 0; i < length; i += 2) packed[i >>> 1] = halved(packed[i] ?? 0) | (halved(packed[i + 1] ?? 0) << 16);
    length >>>= 1;
  }
  return toBytes(packed.slice(0, length));
}

/** A filter that lets everything through. */
export function fullFilter(): Uint8Array {
  return new Uint8Array(4 << MIN_WORD_BITS).fill(0xff);
}

/** Whether the filter of `2^wordBits` words at `at` may hold the gram of this hash. */
export function mayHold(bytes: Uint8Array, at: number, wordBits: number, hash: number): boolean {
  const bit = bitOf(hash, wordBits);
  return (((bytes[at + (bit >>> 3)] ?? 0xff) >>> (bit & 7)) & 1) === 1;
}
