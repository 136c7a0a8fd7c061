// Reads a text index: a log's blocks and filters, straight from the bytes they were stored as.

import type { SlicePlace, TextChunk } from '../../store/questions/search.ts';
import type { AskedGrams, Block, BlockTable, TableEnd } from './block-table.ts';
import { mayHold } from './gram-filter.ts';
import { columnsOf, EVERY_COLUMN, lastHeld } from './slices.ts';
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

/** A chunk, and where its filters are when they were taken out of it. */
interface PlacedChunk {
  readonly chunk: Chunk;
  readonly slice: Pick<SlicePlace, 'group' | 'column'> | null;
}

/** The index of one log from its stored bytes, checked. Each part of them is a row of whole chunks, read where it lies. */
export function decodeTextIndex(...parts: readonly Uint8Array[]): DecodedTextIndex {
  return decodeTextChunks(parts.map((body) => ({ body, slice: null })));
}

export function decodeTextChunks(parts: readonly TextChunk[]): DecodedTextIndex {
  const placed: PlacedChunk[] = [];
  for (const { body, slice } of parts) {
    const chunks = decodeChunks(body);
    if (typeof chunks === 'string') return { ok: false, fault: chunks };
    let column = slice?.column ?? 0;
    for (const chunk of chunks) {
      const before = placed.at(-1)?.chunk;
      // Each chunk starts where the one before ended, and only the last may be open.
      const isNext = before === undefined || (!before.isOpen && endOf(before).offset === chunk.offset);
      if (!isNext || chunk.isCut !== (slice !== null)) return { ok: false, fault: 'damaged' };
      placed.push({ chunk, slice: slice === null ? null : { group: slice.group, column } });
      column += widthOf(chunk);
    }
  }
  return { ok: true, index: new TextIndex(placed) };
}

/** The chunks that a stored part consists of. */
export function decodeChunks(part: Uint8Array): Chunk[] | Fault {
  const chunks: Chunk[] = [];
  const view = new DataView(part.buffer, part.byteOffset, part.byteLength);
  for (let at = 0; at < part.length; ) {
    const chunk = decodeChunk(view, at);
    if (typeof chunk === 'string') return chunk;
    chunks.push(chunk);
    at += chunk.bytes.length;
  }
  return chunks;
}

function widthOf({ view, blocks }: Chunk): number {
  let columns = 0;
  for (let i = 0; i < blocks; i++) columns += columnsOf(view.getUint8(HEADER_BYTES + i * ENTRY_BYTES + 12));
  return columns;
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
  /** Groups of slices that have filters of it. */
  readonly groups: readonly number[];

  constructor(placed: readonly PlacedChunk[]) {
    let count = 0;
    const firsts: number[] = [];
    const chunks = placed.map(({ chunk }) => chunk);
    for (const chunk of chunks) {
      firsts.push(count);
      count += chunk.blocks;
    }
    this.#chunks = chunks;
    this.#firsts = firsts;
    this.#filters = placed.map(filtersOf);
    this.groups = [...new Set(placed.flatMap(({ slice }) => slice?.group ?? []))];
    this.count = count;
    const last = chunks.at(-1);
    this.end = {
      offset: last === undefined ? 0 : last.offset + last.logBytes,
      line: last === undefined ? 1 : last.line + last.lines,
      isOnLineEnd: last?.isOpen === true,
    };
  }

  /** Where slices have filters, `heldIn` says which columns of a group may hold the grams. */
  findLast(end: number, grams: AskedGrams, heldIn: (group: number) => Uint8Array = () => EVERY_COLUMN): number {
    for (let c = this.#chunkOf(end - 1); c >= 0; c--) {
      const filters = this.#filters[c];
      const first = this.#firsts[c] ?? 0;
      if (filters === undefined) return -1;
      const before = Math.min(end - first, filters.places.length);
      const { group, places } = filters;
      const found = group === null ? lastIn(filters, before, grams) : lastHeld(heldIn(group), places, before);
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

/** The index as one query sees it, whose filters are in slices. */
export class SlicedTextIndex implements BlockTable {
  readonly #index: TextIndex;
  readonly #heldIn: (group: number) => Uint8Array;

  constructor(index: TextIndex, heldIn: (group: number) => Uint8Array) {
    this.#index = index;
    this.#heldIn = heldIn;
  }

  get count(): number {
    return this.#index.count;
  }

  get end(): TableEnd {
    return this.#index.end;
  }

  findLast(end: number, grams: AskedGrams): number {
    return this.#index.findLast(end, grams, this.#heldIn);
  }

  at(block: number): Block {
    return this.#index.at(block);
  }
}

/** Where the filters of a chunk are, laid out for a loop that asks thousands of them: in slices, `places` are columns of the group. */
interface Filters {
  readonly group: number | null;
  readonly bytes: Uint8Array;
  readonly places: Uint32Array;
  readonly wordBits: Uint8Array;
  /** 1 where the filter holds eights of letters. */
  readonly isLong: Uint8Array;
}

function filtersOf({ chunk: { bytes, view, blocks }, slice }: PlacedChunk): Filters {
  const places = new Uint32Array(blocks);
  const wordBits = new Uint8Array(blocks);
  const isLong = new Uint8Array(blocks);
  let column = slice?.column ?? 0;
  for (let i = 0; i < blocks; i++) {
    const entry = HEADER_BYTES + i * ENTRY_BYTES;
    wordBits[i] = view.getUint8(entry + 12);
    places[i] = slice === null ? view.getUint32(entry + 8, true) : column;
    column += columnsOf(wordBits[i] ?? 0);
    isLong[i] = holdsLongGrams(view.getUint8(entry + 13)) ? 1 : 0;
  }
  return { group: slice?.group ?? null, bytes, places, wordBits, isLong };
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
