// Filters of many blocks cut into slices: a row for each bit number, with that bit of every block's filter. Whether some of thousands
// of blocks may hold a text is told by the few rows of its grams. The same blocks are found as with whole filters.
//
// - Rows are those of a filter of 2^8 words. The bit of a smaller filter stands for several rows, as it was folded from them.
// - A larger filter has several columns: the top bits of a hash name the row, the next ones the column.

import type { AskedGrams } from './block-table.ts';
import { bitOf } from './grams.ts';
import { type Chunk, ENTRY_BYTES, HEADER_BYTES, holdsLongGrams } from './text-index-codec.ts';

const ROW_BITS = 8;
const ROWS = 32 << ROW_BITS;
const MOST_COLUMNS = 8192;
const ROW_BYTES = MOST_COLUMNS / 8;

/** Columns whose filters hold eights of letters. */
const LONG_ROW = -1;
/** Blocks with several columns, four bytes each: their first column (two bytes), word bits, and whether they hold eights of letters. */
const WIDE_ROW = -2;
const WIDE_BYTES = 4;

export function columnsOf(wordBits: number): number {
  return 1 << Math.max(0, wordBits - ROW_BITS);
}

function rowOf(hash: number): number {
  return bitOf(hash, ROW_BITS);
}

function isSet(bits: Uint8Array, column: number): boolean {
  return (((bits[column >>> 3] ?? 0) >>> (column & 7)) & 1) === 1;
}

function set(bits: Uint8Array, at: number, column: number): void {
  const byte = at + (column >>> 3);
  bits[byte] = (bits[byte] ?? 0) | (1 << (column & 7));
}

/** A block's filter: where it is, how large, and whether it holds eights of letters. */
interface BlockFilter {
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly wordBits: number;
  readonly isLong: boolean;
}

function* filtersIn({ bytes, view, blocks }: Chunk): Generator<BlockFilter> {
  for (let entry = HEADER_BYTES; entry < HEADER_BYTES + blocks * ENTRY_BYTES; entry += ENTRY_BYTES) {
    yield {
      bytes,
      at: view.getUint32(entry + 8, true),
      wordBits: view.getUint8(entry + 12),
      isLong: holdsLongGrams(view.getUint8(entry + 13)),
    };
  }
}

/** A group as it is filled. */
export class SliceBuilder {
  readonly #rows = new Uint8Array(ROWS * ROW_BYTES);
  readonly #long = new Uint8Array(ROW_BYTES);
  readonly #wide: number[] = [];
  #columns = 0;

  /** The first column of chunks that belong together, and how many they have; undefined when there is no room for them. */
  add(chunks: readonly Chunk[]): { readonly column: number; readonly columns: number } | undefined {
    const filters = chunks.flatMap((chunk) => [...filtersIn(chunk)]);
    const columns = filters.reduce((sum, { wordBits }) => sum + columnsOf(wordBits), 0);
    const column = this.#columns;
    if (column + columns > MOST_COLUMNS) return undefined;
    for (const filter of filters) this.#addFilter(filter);
    return { column, columns };
  }

  #addFilter({ bytes, at, wordBits, isLong }: BlockFilter): void {
    const column = this.#columns;
    const columns = columnsOf(wordBits);
    this.#columns += columns;
    if (columns > 1) this.#wide.push(column & 0xff, column >>> 8, wordBits, Number(isLong));
    else if (isLong) set(this.#long, 0, column);
    const [spread, narrowed] = [1 << Math.max(0, ROW_BITS - wordBits), Math.log2(columns)];
    for (let byte = 0; byte < 4 << wordBits; byte++) {
      for (let left = bytes[at + byte] ?? 0, bit = byte * 8; left !== 0; left >>>= 1, bit++) {
        if ((left & 1) === 0) continue;
        const row = columns > 1 ? bit >>> narrowed : bit * spread;
        const own = column + (bit & (columns - 1));
        for (let i = row; i < row + spread; i++) set(this.#rows, i * ROW_BYTES, own);
      }
    }
  }

  /** Every row, as long as the columns need. */
  *rows(): Generator<readonly [row: number, bits: Uint8Array]> {
    const length = Math.ceil(this.#columns / 8);
    yield [LONG_ROW, this.#long.slice(0, length)];
    yield [WIDE_ROW, Uint8Array.from(this.#wide)];
    for (let row = 0; row < ROWS; row++) yield [row, this.#rows.slice(row * ROW_BYTES, row * ROW_BYTES + length)];
  }
}

/** Numbers of the rows that tell where all of these grams may be. */
export function rowsFor({ hashes, longHashes }: AskedGrams): number[] {
  return [...new Set([...hashes, ...longHashes].map(rowOf)), LONG_ROW, WIDE_ROW];
}

/** Where anything may be. */
export const EVERY_COLUMN: Uint8Array = new Uint8Array(ROW_BYTES).fill(0xff);

type Rows = ReadonlyMap<number, Uint8Array>;

/** Whether a block of several columns may hold all. */
function mayHoldWide(rows: Rows, column: number, wordBits: number, hashes: Int32Array): boolean {
  const columns = columnsOf(wordBits);
  return hashes.every((hash) => {
    const bits = rows.get(rowOf(hash));
    return bits === undefined || isSet(bits, column + (bitOf(hash, wordBits) & (columns - 1)));
  });
}

/** Keeps the columns that hold a gram, and those that `others` names. */
function keepHeld(held: Uint8Array, bits: Uint8Array, others: Uint8Array | undefined): void {
  for (let i = 0; i < held.length; i++) held[i] = (held[i] ?? 0) & ((bits[i] ?? 0) | (others?.[i] ?? 0));
}

/** Blocks of several columns are told by their first. */
function decideWide(held: Uint8Array, rows: Rows, wide: Uint8Array, { hashes, longHashes }: AskedGrams): void {
  for (let at = 0; at < wide.length; at += WIDE_BYTES) {
    const column = (wide[at] ?? 0) | ((wide[at + 1] ?? 0) << 8);
    const wordBits = wide[at + 2] ?? 0;
    const isLong = wide[at + 3] !== 0;
    for (let i = column; i < column + columnsOf(wordBits); i++) clear(held, i);
    const mayHold = mayHoldWide(rows, column, wordBits, hashes);
    if (mayHold && (!isLong || mayHoldWide(rows, column, wordBits, longHashes))) set(held, 0, column);
  }
}

/** The columns of a group's blocks that may hold all grams; every one where a row is missing. */
export function heldIn(rows: Rows, grams: AskedGrams): Uint8Array {
  const [long, wide] = [rows.get(LONG_ROW), rows.get(WIDE_ROW)];
  if (grams.hashes.length === 0 || long === undefined || wide === undefined) return EVERY_COLUMN;
  const held = new Uint8Array(long.length).fill(0xff);
  const short = long.map((byte) => ~byte);
  for (const asked of [grams.hashes, grams.longHashes]) {
    for (const hash of asked) {
      const bits = rows.get(rowOf(hash));
      if (bits === undefined) return EVERY_COLUMN;
      keepHeld(held, bits, asked === grams.hashes ? undefined : short);
    }
  }
  decideWide(held, rows, wide, grams);
  return held;
}

function clear(bits: Uint8Array, column: number): void {
  bits[column >>> 3] = (bits[column >>> 3] ?? 0) & ~(1 << (column & 7));
}

/** The last of these columns that is held, or -1. */
export function lastHeld(held: Uint8Array, columns: Uint32Array, end: number): number {
  let i = end - 1;
  while (i >= 0 && !isSet(held, columns[i] ?? 0)) i--;
  return i;
}

/** Whether any column of a stretch is held. */
export function isAnyHeld(held: Uint8Array, column: number, columns: number): boolean {
  for (let i = column; i < column + columns; ) {
    if ((i & 7) === 0 && held[i >>> 3] === 0) i += 8;
    else if (isSet(held, i)) return true;
    else i++;
  }
  return false;
}
