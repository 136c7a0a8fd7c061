// The text index as bytes: a row of chunks, each with its own header, table, filters and checksums.

import { crc32 } from 'node:zlib';
import { MIN_WORD_BITS } from './gram-filter.ts';
import { MAX_WORD_BITS } from './grams.ts';

/**
 * A chunk covers a stretch of whole lines. All numbers little end first:
 *
 *  0 magic `TSTI`      4 u16 version        6 u16 1 = open: to be replaced when the log grows, 2 = without its filters
 *  8 u32 chunk bytes  12 u32 blocks        16 f64 log offset   24 f64 first line
 * 32 u32 log bytes    36 u32 lines         40 u32 checksum of the filters
 * 44 u32 checksum of header and table
 * 48 per block: u32 log offset, u32 line, u32 filter offset (all from the chunk's start), u8 word bits, u8 flags, u16 0
 *    then the filters
 */
const TEXT_INDEX_VERSION = 5;

const MAGIC = 0x49545354;
export const HEADER_BYTES = 48;
export const ENTRY_BYTES = 16;
const OPEN = 1;
const CUT = 2;
const SPELLED = 1;
const RAW = 2;
const LONG = 4;

export interface EncodedBlock {
  readonly offset: number;
  readonly line: number;
  readonly filter: Uint8Array;
  readonly hasSpelledLetters: boolean;
  readonly hasRawLines: boolean;
  /** The filter holds eights of letters as well. */
  readonly hasLongGrams: boolean;
}

export interface ChunkContent {
  readonly isOpen: boolean;
  /** At least one, in the order of the log. */
  readonly blocks: readonly EncodedBlock[];
  /** The first byte and the first line behind the last block. */
  readonly end: { readonly offset: number; readonly line: number };
}

function checksumOfTable(bytes: Uint8Array, blocks: number): number {
  const table = bytes.subarray(HEADER_BYTES, HEADER_BYTES + blocks * ENTRY_BYTES);
  return crc32(table, crc32(bytes.subarray(0, HEADER_BYTES - 4)));
}

function flagsOf({ hasSpelledLetters, hasRawLines, hasLongGrams }: EncodedBlock): number {
  return (hasSpelledLetters ? SPELLED : 0) | (hasRawLines ? RAW : 0) | (hasLongGrams ? LONG : 0);
}

export function encodeChunk({ isOpen, blocks, end }: ChunkContent): Uint8Array {
  const [first] = blocks;
  if (first === undefined) return new Uint8Array(0);
  const filtersAt = HEADER_BYTES + blocks.length * ENTRY_BYTES;
  const total = blocks.reduce((sum, { filter }) => sum + filter.length, filtersAt);
  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  let filterAt = filtersAt;
  for (const [i, block] of blocks.entries()) {
    const entry = HEADER_BYTES + i * ENTRY_BYTES;
    view.setUint32(entry, block.offset - first.offset, true);
    view.setUint32(entry + 4, block.line - first.line, true);
    view.setUint32(entry + 8, filterAt, true);
    view.setUint8(entry + 12, Math.log2(block.filter.length / 4));
    view.setUint8(entry + 13, flagsOf(block));
    bytes.set(block.filter, filterAt);
    filterAt += block.filter.length;
  }
  view.setUint32(0, MAGIC, true);
  view.setUint16(4, TEXT_INDEX_VERSION, true);
  view.setUint16(6, isOpen ? OPEN : 0, true);
  view.setUint32(8, total, true);
  view.setUint32(12, blocks.length, true);
  view.setFloat64(16, first.offset, true);
  view.setFloat64(24, first.line, true);
  view.setUint32(32, end.offset - first.offset, true);
  view.setUint32(36, end.line - first.line, true);
  view.setUint32(40, crc32(bytes.subarray(filtersAt)), true);
  view.setUint32(44, checksumOfTable(bytes, blocks.length), true);
  return bytes;
}

/** So many bytes of a chunk tell its version. */
export const HEAD_BYTES = 6;

/** Whether a chunk that begins with these bytes is one of this version. */
export function isOfThisVersion(head: Uint8Array): boolean {
  const version = (head[4] ?? 0) | ((head[5] ?? 0) << 8);
  return version === TEXT_INDEX_VERSION;
}

/** The flags of a block's entry. */
export function decodeFlags(flags: number): { hasSpelledLetters: boolean; hasRawLines: boolean } {
  return { hasSpelledLetters: (flags & SPELLED) !== 0, hasRawLines: (flags & RAW) !== 0 };
}

export function holdsLongGrams(flags: number): boolean {
  return (flags & LONG) !== 0;
}

/** One chunk, checked, its table read where it lies. */
export interface Chunk {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly isOpen: boolean;
  /** Its filters are in slices. */
  readonly isCut: boolean;
  readonly blocks: number;
  readonly offset: number;
  readonly line: number;
  readonly logBytes: number;
  readonly lines: number;
}

export type Fault = 'foreign' | 'other-version' | 'damaged';

/** Every entry lies in order and inside its chunk, so that readers need not look again. */
function isSoundTable(chunk: Chunk): boolean {
  let offset = -1;
  let line = -1;
  for (let i = 0; i < chunk.blocks; i++) {
    const entry = HEADER_BYTES + i * ENTRY_BYTES;
    const bits = chunk.view.getUint8(entry + 12);
    const filterEnd = chunk.view.getUint32(entry + 8, true) + (4 << bits);
    const nextOffset = chunk.view.getUint32(entry, true);
    const nextLine = chunk.view.getUint32(entry + 4, true);
    const isInside = chunk.isCut || filterEnd <= chunk.bytes.length;
    if (bits < MIN_WORD_BITS || bits > MAX_WORD_BITS || !isInside) return false;
    if (nextOffset <= offset || nextLine <= line) return false;
    offset = nextOffset;
    line = nextLine;
  }
  return offset <= chunk.logBytes && line < chunk.lines;
}

/** The chunk that starts at `at` of a stored index, checked. */
export function decodeChunk(blob: DataView, at: number): Chunk | Fault {
  const left = blob.byteLength - at;
  if (left < 4 || blob.getUint32(at, true) !== MAGIC) return at === 0 ? 'foreign' : 'damaged';
  if (left < HEADER_BYTES) return 'damaged';
  if (blob.getUint16(at + 4, true) !== TEXT_INDEX_VERSION) return 'other-version';
  const size = blob.getUint32(at + 8, true);
  const blocks = blob.getUint32(at + 12, true);
  if (blocks === 0 || size > left || size < HEADER_BYTES + blocks * ENTRY_BYTES) return 'damaged';
  const bytes = new Uint8Array(blob.buffer, blob.byteOffset + at, size);
  const view = new DataView(blob.buffer, blob.byteOffset + at, size);
  const flags = view.getUint16(6, true);
  const chunk: Chunk = {
    bytes,
    view,
    isOpen: (flags & OPEN) !== 0,
    isCut: (flags & CUT) !== 0,
    blocks,
    offset: view.getFloat64(16, true),
    line: view.getFloat64(24, true),
    logBytes: view.getUint32(32, true),
    lines: view.getUint32(36, true),
  };
  return isIntact(chunk) && isSoundTable(chunk) ? chunk : 'damaged';
}

function isIntact({ bytes, view, blocks }: Chunk): boolean {
  const filters = bytes.subarray(HEADER_BYTES + blocks * ENTRY_BYTES);
  return checksumOfTable(bytes, blocks) === view.getUint32(44, true) && crc32(filters) === view.getUint32(40, true);
}

/** The chunk without its filters. */
export function cutChunk({ bytes, blocks }: Chunk): Uint8Array {
  const cut = bytes.slice(0, HEADER_BYTES + blocks * ENTRY_BYTES);
  const view = new DataView(cut.buffer);
  view.setUint16(6, view.getUint16(6, true) | CUT, true);
  view.setUint32(8, cut.length, true);
  view.setUint32(40, crc32(cut.subarray(cut.length)), true);
  view.setUint32(44, checksumOfTable(cut, blocks), true);
  return cut;
}
