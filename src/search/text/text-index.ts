// Reads a text index: a log's blocks and filters, straight from the bytes they were stored as.

import type { AskedGrams, Block, BlockTable, TableEnd } from './block-table.ts';
import { mayHold } from './gram-filter.ts';
import {
  type Chunk,
  decodeChunk,
  decodeFlags,
  ENTRY_BYTES,
  type Fault,
  HEADER_BYTES,
  holdsLongGrams,
} from './text-index-codec.ts';

export type DecodedTextIndex =
  | { readonly ok: true; readonly index: TextIndex }
  /** Not usable, and not to be trusted in part: build it again. */
  | { readonly ok: false; readonly fault: Fault };

/** The index of one log from its stored bytes, checked. Each part of them is a row of whole chunks, read where it lies. */
export function decodeTextIndex(...parts: readonly Uint8Array[]): DecodedTextIndex {
  const chunks: Chunk[] = [];
  for (const part of parts) {
    const fault = addChunks(part, chunks);
    if (fault !== undefined) return { ok: false, fault };
  }
  return { ok: true, index: new TextIndex(chunks) };
}

function addChunks(part: Uint8Array, chunks: Chunk[]): Fault | undefined {
  const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
  for (let at = 0; at < part.length; ) {
    const chunk = decodeChunk(view, at);
    if (typeof chunk === 'string') return chunk;
    const before = chunks.at(-1);
    // Each chunk starts where the one before ended, and only the last may be open.
    if (before !== undefined && (before.isOpen || endOf(before).offset !== chunk.offset)) return 'damaged';
    chunks.push(chunk);
    at += chunk.bytes.length;
  }
  return undefined;
}

function endOf(chunk: Chunk): { offset: number; line: number } {
  return { offset: chunk.offset + chunk.logBytes, line: chunk.line + chunk.lines };
}

export class TextIndex implements BlockTable {
  readonly count: number;
  readonly end: TableEnd;
  readonly #chunks: readonly Chunk[];
  /** Number of the first block of each chunk. */
  readonly #firsts: readonly number[];
  readonly #filters: readonly Filters[];

  constructor(chunks: readonly Chunk[]) {
    let count = 0;
    const firsts: number[] = [];
    for (const chunk of chunks) {
      firsts.push(count);
      count += chunk.blocks;
    }
    this.#chunks = chunks;
    this.#firsts = firsts;
    this.#filters = chunks.map(filtersOf);
    this.count = count;
    const last = chunks.at(-1);
    this.end = {
      offset: last === undefined ? 0 : last.offset + last.logBytes,
      line: last === undefined ? 1 : last.line + last.lines,
      isOnLineEnd: last?.isOpen === true,
    };
  }

  findLast(end: number, grams: AskedGrams): number {
    for (let c = this.#chunkOf(end - 1); c >= 0; c--) {
      const filters = this.#filters[c];
      const first = this.#firsts[c] ?? 0;
      if (filters === undefined) return -1;
      const found = lastIn(filters, Math.min(end - first, filters.places.length), grams);
      if (found >= 0) return first + found;
    }
    return -1;
  }

  at(block: number): Block {
    const c = this.#chunkOf(block);
    const chunk = this.#chunks[c];
    if (chunk === undefined) throw new RangeError(`no block ${block}`);
    const i = block - (this.#firsts[c] ?? 0);
    const entry = HEADER_BYTES + i * ENTRY_BYTES;
    const from = chunk.view.getUint32(entry, true);
    const to = i + 1 < chunk.blocks ? chunk.view.getUint32(entry + ENTRY_BYTES, true) : chunk.logBytes;
    return {
      offset: chunk.offset + from,
      length: to - from,
      line: chunk.line + chunk.view.getUint32(entry + 4, true),
      ...decodeFlags(chunk.view.getUint8(entry + 13)),
    };
  }

  #chunkOf(block: number): number {
    let low = 0;
    let high = this.#firsts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#firsts[middle] ?? 0) <= block) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

/** Where the filters of a chunk are, laid out for a loop that asks thousands of them. */
interface Filters {
  readonly bytes: Uint8Array;
  readonly places: Uint32Array;
  readonly wordBits: Uint8Array;
  /** 1 where the filter holds eights of letters. */
  readonly isLong: Uint8Array;
}

function filtersOf({ bytes, view, blocks }: Chunk): Filters {
  const places = new Uint32Array(blocks);
  const wordBits = new Uint8Array(blocks);
  const isLong = new Uint8Array(blocks);
  for (let i = 0; i < blocks; i++) {
    const entry = HEADER_BYTES + i * ENTRY_BYTES;
    places[i] = view.getUint32(entry + 8, true);
    wordBits[i] = view.getUint8(entry + 12);
    isLong[i] = holdsLongGrams(view.getUint8(entry + 13)) ? 1 : 0;
  }
  return { bytes, places, wordBits, isLong };
}

function lastIn({ bytes, places, wordBits, isLong }: Filters, end: number, grams: AskedGrams): number {
  const { hashes, longHashes } = grams;
  for (let i = end - 1; i >= 0; i--) {
    const place = places[i] ?? 0;
    const bits = wordBits[i] ?? 0;
    if (isLong[i] === 1 && !mayHoldAll(bytes, place, bits, longHashes)) continue;
    if (mayHoldAll(bytes, place, bits, hashes)) return i;
  }
  return -1;
}

/**
 * The gram that says no moves half the way to the front: after some hundred blocks the rarest ones are asked first, and a
 * block costs words two to four questions instead of six.
 */
function mayHoldAll(bytes: Uint8Array, place: number, bits: number, hashes: Int32Array): boolean {
  let asked = 0;
  while (asked < hashes.length && mayHold(bytes, place, bits, hashes[asked] ?? 0)) asked++;
  if (asked === hashes.length) return true;
  const half = asked >> 1;
  const sooner = hashes[half] ?? 0;
  hashes[half] = hashes[asked] ?? 0;
  hashes[asked] = sooner;
  return false;
}
