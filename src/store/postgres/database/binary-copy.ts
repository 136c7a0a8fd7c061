// Rows in COPY's binary form: neither side turns numbers into digits and back, and no text has to be escaped.

import type { Given } from './statement.ts';
import { toStored } from './stored-text.ts';

/** Types of columns, by the numbers that PostgreSQL has for them. */
const INT4 = 23;
const INT8 = 20;
const FLOAT8 = 701;
const TEXT = 25;
const BYTEA = 17;
const KNOWN: ReadonlySet<number> = new Set([INT4, INT8, FLOAT8, TEXT, BYTEA]);

/** "PGCOPY\n\377\r\n\0", no flags, no more header. */
const HEAD = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex');
const NULL_LENGTH = -1;
const FIRST_BYTES = 1 << 17;
/** So much is given out at once. */
const FULL_BYTES = 1 << 16;
/** Of a row's numbers and lengths: what a cell takes besides its text. */
const CELL_BYTES = 12;
const SHORT = 32;
const HIGH = 2 ** 32;
const INT4_LIMIT = 2 ** 31;
const INT8_LIMIT = 2 ** 63;

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

export class BinaryRows {
  readonly #types: readonly number[];
  #room = Buffer.allocUnsafe(FIRST_BYTES);
  /** The same bytes: numbers are written several times as fast. */
  #view = viewOf(this.#room);
  #at: number;

  /** The types of the columns, in their order. */
  constructor(types: readonly number[]) {
    const odd = types.find((type) => !KNOWN.has(type));
    if (odd !== undefined) throw new Error(`Columns of type ${odd} are not copied.`);
    this.#types = types;
    this.#at = HEAD.copy(this.#room);
  }

  add(row: readonly Given[]): void {
    this.#grow(2 + row.length * CELL_BYTES);
    this.#view.setInt16(this.#at, row.length);
    this.#at += 2;
    const types = this.#types;
    for (let i = 0; i < types.length; i++) this.#cell(types[i] ?? 0, row[i] ?? null);
  }

  get isFull(): boolean {
    return this.#at >= FULL_BYTES;
  }

  /** What was added since it was last taken. */
  take(): Buffer {
    const taken = this.#room.subarray(0, this.#at);
    this.#room = Buffer.allocUnsafe(FIRST_BYTES);
    this.#view = viewOf(this.#room);
    this.#at = 0;
    return taken;
  }

  /** Behind the last row. */
  end(): void {
    this.#grow(2);
    this.#view.setInt16(this.#at, -1);
    this.#at += 2;
  }

  #grow(bytes: number): void {
    if (this.#at + bytes <= this.#room.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.#room.length, this.#at + bytes));
    this.#room.copy(larger, 0, 0, this.#at);
    this.#room = larger;
    this.#view = viewOf(larger);
  }

  #cell(type: number, value: Given): void {
    if (value === null) this.#int4(NULL_LENGTH);
    else if (type === TEXT) this.#text(value);
    else if (type === BYTEA) this.#bytes(value);
    else this.#number(type, Number(value));
  }

  #int4(value: number): void {
    this.#view.setInt32(this.#at, value);
    this.#at += 4;
  }

  #number(type: number, value: number): void {
    if (type === FLOAT8) {
      this.#int4(8);
      this.#view.setFloat64(this.#at, value);
      this.#at += 8;
      return;
    }
    // What does not fit is refused, as a statement would refuse it.
    const limit = type === INT4 ? INT4_LIMIT : INT8_LIMIT;
    if (!Number.isInteger(value) || value < -limit || value >= limit)
      throw new RangeError(`${value} is no whole number that fits.`);
    if (type === INT4) {
      this.#int4(4);
      this.#int4(value);
      return;
    }
    const high = Math.floor(value / HIGH);
    this.#int4(8);
    this.#int4(high);
    this.#view.setUint32(this.#at, value - high * HIGH);
    this.#at += 4;
  }

  #text(value: Given): void {
    const text = typeof value === 'string' ? value : String(value);
    const from = this.#at + 4;
    // Every unit takes three bytes at most; the cells behind it need theirs.
    this.#grow(4 + 3 * text.length + CELL_BYTES * this.#types.length);
    if (!this.#ascii(text, from)) this.#at = from + this.#room.write(toStored(text), from);
    this.#view.setInt32(from - 4, this.#at - from);
  }

  /** Most texts are short words: faster than to ask for it. */
  #ascii(text: string, from: number): boolean {
    if (text.length > SHORT) return false;
    const room = this.#room;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit === 0 || unit > 0x7f) return false;
      room[from + i] = unit;
    }
    this.#at = from + text.length;
    return true;
  }

  #bytes(value: Given): void {
    const bytes = value instanceof Uint8Array ? value : Buffer.from(String(value));
    this.#grow(4 + bytes.length + CELL_BYTES * this.#types.length);
    this.#int4(bytes.length);
    this.#room.set(bytes, this.#at);
    this.#at += bytes.length;
  }
}
