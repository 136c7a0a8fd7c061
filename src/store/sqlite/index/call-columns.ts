// Calls in brief: what is summed over very many of them, as columns of numbers, 256 calls to a chunk. A query over a million calls
// reads some twenty bytes of each, and only the columns it needs.

import { type CallColumn, type CallNumbers, CHUNK_COLUMNS } from '../../rows/call-numbers.ts';
import { ByteWriter, packColumn, SLOTS, unpackColumn } from './packed-column.ts';

export const CHUNK_BITS = 8;

const LENGTH_BYTES = 2;
const DIRECTORY = LENGTH_BYTES * (1 + CHUNK_COLUMNS.length);

/** The numbers of up to 256 calls, all columns. */
export class ColumnChunk {
  /** In the order of CHUNK_COLUMNS. */
  readonly #columns: readonly Float64Array[];

  constructor(bytes?: Uint8Array) {
    this.#columns = CHUNK_COLUMNS.map((name) => {
      const column = new Float64Array(SLOTS).fill(Number.NaN);
      if (bytes !== undefined) readColumn(bytes, name, column);
      return column;
    });
  }

  set(slot: number, numbers: CallNumbers): void {
    for (const [i, column] of this.#columns.entries())
      column[slot] = numbers[CHUNK_COLUMNS[i] ?? 'session'] ?? Number.NaN;
  }

  setOne(slot: number, name: CallColumn, value: number): void {
    const column = this.#columns[CHUNK_COLUMNS.indexOf(name)];
    if (column !== undefined) column[slot] = value;
  }

  clear(slot: number): void {
    for (const column of this.#columns) column[slot] = Number.NaN;
  }

  /** Undefined when no call is left in it. */
  pack(): Uint8Array | undefined {
    const length = 1 + (this.#columns[0]?.findLastIndex((session) => !Number.isNaN(session)) ?? -1);
    if (length === 0) return undefined;
    const body = new ByteWriter();
    const head = new ByteWriter();
    head.whole(length, LENGTH_BYTES);
    for (const column of this.#columns) {
      head.whole(DIRECTORY + body.length, LENGTH_BYTES);
      packColumn(column, length, body);
    }
    const bytes = new Uint8Array(head.length + body.length);
    bytes.set(head.bytes());
    bytes.set(body.bytes(), head.length);
    return bytes;
  }
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
}

/** How many slots of a packed chunk are in use. */
export function chunkLength(bytes: Uint8Array): number {
  return wordAt(bytes, 0);
}

/** One column of a packed chunk. */
export function readColumn(bytes: Uint8Array, name: CallColumn, into: Float64Array): void {
  const place = wordAt(bytes, LENGTH_BYTES * (1 + CHUNK_COLUMNS.indexOf(name)));
  unpackColumn(bytes, place, chunkLength(bytes), into);
}
