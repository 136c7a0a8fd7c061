// What statements are given and what they answer: plain values, so that rows are read as those of any engine (base/row).

import type { Row, RowValue } from '../../../base/row.ts';
import type { Value } from '../../sql/steps.ts';
import { fromStored, toStored } from './stored-text.ts';

/** A list is an array of PostgreSQL: say its type in the statement, as in `= ANY($1::int8[])`. */
export type Given = Value;

/** What a list can hold. */
export type Item = null | number | string;

/** The columns of rows, each as a list: for `unnest`, so that one statement has all rows. */
export function listsOf(rows: readonly (readonly Item[])[], columns: number): readonly (readonly Item[])[] {
  return Array.from({ length: columns }, (_, i) => rows.map((row) => row[i] ?? null));
}

export interface Statements {
  all(sql: string, ...values: readonly Given[]): Promise<Row[]>;
  get(sql: string, ...values: readonly Given[]): Promise<Row | undefined>;
  /** Rows as they come, in batches of this many. */
  each(batch: number, sql: string, ...values: readonly Given[]): AsyncIterable<Row[]>;
}

function listItem(item: Item): string {
  if (item === null) return 'NULL';
  return typeof item === 'number' ? String(item) : `"${toStored(item).replaceAll(/["\\]/g, '\\$&')}"`;
}

function isList(value: Given): value is readonly Item[] {
  return Array.isArray(value);
}

/** A value as the protocol has it; all but bytes is text. */
export function toParameter(value: Given): string | Buffer | null {
  if (value === null) return null;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (typeof value === 'string') return toStored(value);
  return isList(value) ? `{${value.map(listItem).join(',')}}` : String(value);
}

const BYTES = 17;
/** Whole numbers of all sizes, sums of them, and others: keys, counts and places are far below 2 ** 53. */
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 23, 26, 700, 701, 1700]);
const BOOLEAN = 16;

/** How a cell of a type is read from its text. */
export function parserOf(type: number): (text: string) => unknown {
  if (NUMBERS.has(type)) return Number;
  // A copy: small buffers share their memory with others, and code that reads numbers out of it takes all of it.
  if (type === BYTES) return (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex'));
  return type === BOOLEAN ? (text) => text === 't' : (text) => text;
}

/** A cell as the client reads it, in the types that rows have: booleans are 0 and 1. */
export function fromCell(cell: unknown): RowValue {
  if (typeof cell === 'string') return fromStored(cell);
  if (typeof cell === 'boolean') return cell ? 1 : 0;
  if (typeof cell === 'number' || cell instanceof Uint8Array) return cell;
  return null;
}
